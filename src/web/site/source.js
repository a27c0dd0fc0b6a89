// SPDX-License-Identifier: MIT
//
// The picture that lies under the water: which one an element has, how CSS places it,
// and its pixels.
const MAX_DENSITY = 2; // pixels of the frame per CSS pixel
const MAX_SIDE = 8192; // of what is drawn here
const VECTOR_SCALE = 8; // of a drawing that has no size
const INNER_MS = 100; // in which Firefox loads a picture of SVG inside of another
const CLEAR = "rgba(0, 0, 0, 0)";
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

function hasBackground({ backgroundImage, backgroundColor }) {
    return backgroundImage + backgroundColor !== `none${CLEAR}`;
}

// Whether the element's background is that of the page, as CSS propagates it.
export function isPage(element) {
    return element === document.body && !hasBackground(getComputedStyle(document.documentElement));
}

export function isFixed(element) {
    return /fixed/.test(getComputedStyle(element).backgroundAttachment);
}

// A background of one picture that is no drawing and lies as most do.
const PLAIN = /^url\("((?!.*svg)[^"]+)"\);[^(,]+;(no-)?repeat;padding-box;border-box;scroll$/;

// The element's own picture, or a plain one of its background, and how it lies by CSS;
// another background, which the browser draws.
export function readStyle(element) {
    const style = getComputedStyle(element), isOwn = element.matches(OWN_PICTURE);
    const { backgroundImage, backgroundSize, backgroundPosition, backgroundRepeat } = style;
    const [, url] = PLAIN.exec([backgroundImage, backgroundSize, backgroundPosition, backgroundRepeat,
        style.backgroundOrigin, style.backgroundClip, style.backgroundAttachment].join(";")) ?? [];
    const [fit, place] = isOwn ? [style.objectFit, style.objectPosition]
        : [backgroundSize, backgroundPosition];
    const isSized = /^[\da]/.test(fit);

    if (!isOwn && (!url || isPage(element))) {
        return hasBackground(style) ? { element, fit: "stretch", colour: "#fff" } : null;
    }
    return { picture: isOwn ? element : url, colour: style.backgroundColor,
        fit: fit === "fill" ? "stretch" : !isSized ? fit
            : backgroundRepeat === "repeat" ? "tile" : "none",
        size: isSized ? fit.split(" ") : [],
        at: /\(/.test(place) ? [0, 0] : place.split(" ") };
}

async function readFile(url) {
    const blob = await (await fetch(url)).blob();

    return new Promise((done) => {
        const reader = new FileReader();

        reader.onload = () => done(reader.result);
        reader.readAsDataURL(blob);
    });
}

function draw(image, width, height) {
    const canvas = new OffscreenCanvas(Math.min(width, MAX_SIDE), Math.min(height, MAX_SIDE));

    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.transferToImageBitmap();
}

// The background as the browser draws it: in a picture of SVG, which loads no files.
async function drawBackground(element, { width, height }) {
    const style = getComputedStyle(element), root = document.documentElement;
    const div = document.createElement("div"), isOfPage = isPage(element);
    const across = width / getDensity(), down = height / getDensity();
    let { clientLeft: x, clientTop: y, offsetWidth: w, offsetHeight: h } = element;
    let backgroundImage = style.backgroundImage;

    for (const name of style) {
        if (/^(background|border.*width|padding)/.test(name)) {
            div.style.setProperty(name, style.getPropertyValue(name));
        }
    }
    for (const [, url] of backgroundImage.matchAll(/url\("(?!data:)(.*?)"\)/g)) {
        backgroundImage = backgroundImage.replace(url, await readFile(url));
    }
    Object.assign(div.style, { backgroundImage, backgroundAttachment: "scroll",
        borderStyle: "solid", borderColor: CLEAR, boxSizing: "border-box", height: "100%" });
    if (isOfPage || isFixed(element)) { // it lies as in the root or the window
        const { left, top } = element.getBoundingClientRect();

        [x, y] = isOfPage ? [0, 0] : [x + left, y + top];
        [w, h] = [root.clientWidth, isFixed(element) ? root.clientHeight : down];
        Object.assign(div.style, { borderWidth: 0, backgroundOrigin: "content-box",
            padding: isFixed(element) ? 0 : `0 0 ${down - root.offsetHeight}px` });
    }
    const image = await loadImage("data:image/svg+xml," + encodeURIComponent(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${
            across} ${down}"><foreignObject x="${-x}" y="${-y}" width="${w}" height="${h}">${
            new XMLSerializer().serializeToString(div)}</foreignObject></svg>`));

    await new Promise((done) => setTimeout(done, INNER_MS));
    return draw(image, width, height);
}

// Makes a bitmap of whatever a picture may be; of a drawing without a size a large one.
async function makeBitmap(picture) {
    const image = typeof picture === "string" ? await loadImage(picture) : picture;

    image instanceof HTMLImageElement && await image.decode();
    if (image instanceof HTMLVideoElement && image.readyState < image.HAVE_CURRENT_DATA) {
        await new Promise((resolve) =>
            image.addEventListener("loadeddata", resolve, { once: true }));
    }
    return createImageBitmap(image, { colorSpaceConversion: "none", premultiplyAlpha: "none" })
        .catch(() => draw(image, VECTOR_SCALE * image.naturalWidth,
            VECTOR_SCALE * image.naturalHeight));
}

export async function readSource({ picture, element, ...placed }, size) {
    return { ...placed, density: getDensity(),
        bitmap: await (element ? drawBackground(element, size) : makeBitmap(picture)) };
}
