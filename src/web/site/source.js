// SPDX-License-Identifier: MIT
//
// The picture that lies under the water: which one an element has, how CSS places it,
// and its pixels.
const MAX_DENSITY = 2; // pixels of the frame per CSS pixel
export const OWN_PICTURE = "img, canvas, video";

export function getDensity() {
    return Math.min(devicePixelRatio, MAX_DENSITY);
}

async function loadImage(url) {
    const image = new Image();

    image.crossOrigin = "anonymous";
    image.src = url;
    await image.decode();
    return image;
}

// The picture and how it lies by CSS: the element's own, or its background, which has
// the size of two lengths, shares or "auto" if it has no name.
export function readStyle(element) {
    const style = getComputedStyle(element), isOwn = element.matches(OWN_PICTURE);
    const [, url] = /^url\("(.*?)"\)/.exec(style.backgroundImage) ?? [];
    const picture = isOwn ? element : url;
    const fit = isOwn ? style.objectFit : style.backgroundSize;
    const place = isOwn ? style.objectPosition : style.backgroundPosition;
    const isSized = /\d|auto/.test(fit);
    const fits = { "fill": "stretch", "100% 100%": "stretch" };

    return picture && { picture, colour: style.backgroundColor,
        fit: fits[fit] ??
            (!isSized ? fit : style.backgroundRepeat === "no-repeat" ? "none" : "tile"),
        size: isSized ? fit.split(" ") : [],
        at: /^[\d.]+% [\d.]+%$/.test(place)
            ? place.split(" ").map((part) => parseFloat(part) / 100) : [0, 0] };
}

// Makes a bitmap of whatever a picture may be.
export async function readSource({ picture, ...placed }) {
    const image = typeof picture === "string" ? await loadImage(picture) : picture;

    image instanceof HTMLImageElement && await image.decode();
    if (image instanceof HTMLVideoElement && image.readyState < image.HAVE_CURRENT_DATA) {
        await new Promise((resolve) =>
            image.addEventListener("loadeddata", resolve, { once: true }));
    }
    return { ...placed, density: getDensity(), bitmap: await createImageBitmap(image,
        { colorSpaceConversion: "none", premultiplyAlpha: "none" }) };
}
