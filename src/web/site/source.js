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

// The picture and how it lies by CSS: the element's own, or the first layer of its
// background. Sizes that are computed by functions are as cover.
export function readStyle(element) {
    const style = getComputedStyle(element), isOwn = element.matches(OWN_PICTURE);
    const [, url] = /^url\("(.*?)"\)/.exec(style.backgroundImage) ?? [];
    const picture = isOwn ? element : url;
    const [fit, place, repeat] = (isOwn ? [style.objectFit, style.objectPosition, ""]
        : [style.backgroundSize, style.backgroundPosition, style.backgroundRepeat])
        .map((layers) => layers.split(/,(?![^(]*\))/)[0]);
    const isSized = /^(auto|[\d.]+(px|%)|\s)+$/.test(fit);
    const fits = { "fill": "stretch", "100% 100%": "stretch" };

    return picture && { picture, colour: style.backgroundColor,
        fit: fits[fit] ??
            (!isSized ? fit : repeat === "no-repeat" ? "none" : "tile"),
        size: isSized ? fit.split(" ") : [],
        at: /\(/.test(place) ? [0, 0] : place.split(" ") };
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
