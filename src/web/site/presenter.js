// SPDX-License-Identifier: MIT
//
// Shows frames on a canvas: by WebGL where a graphics card draws it, else by its 2D
// context. Both show the same bytes. What the browser loses is shown again by
// `redraw` when it comes back; until then showing does nothing. `giveUp` is called if
// WebGL cannot show the frame: it is lost for long, or the frame is too large.
const LOST_MS = 5000;
const MAX_CONTEXTS = 8; // of WebGL: browsers take the oldest away beyond 16
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
// A triangle around the canvas; frames begin at the top.
const VERTEX = `#version 300 es
out vec2 at;
void main() {
at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
gl_Position = vec4(at * vec2(2, -2) + vec2(-1, 1), 0, 1);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D frame;
in vec2 at;
out vec4 colour;
void main() {
colour = texture(frame, at);
}`;

let contexts = 0; // of WebGL in use
let limit; // of a frame that a card draws, in pixels; 0: there is none

// Firefox names what draws, others need the extension; not all heed the option.
function findLimit() {
    const gl = new OffscreenCanvas(1, 1)
        .getContext("webgl2", { failIfMajorPerformanceCaveat: true });

    if (!gl) {
        return 0;
    }
    const info = gl.getParameter(gl.RENDERER) === "WebKit WebGL" &&
        gl.getExtension("WEBGL_debug_renderer_info");
    const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    const size = gl.getParameter(gl.MAX_TEXTURE_SIZE);

    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return SOFTWARE.test(name) ? 0 : size;
}

class CanvasPresenter {
    #context;
    name = "2d";

    constructor(canvas, redraw) {
        this.#context = canvas.getContext("2d", { alpha: false });
        canvas.addEventListener("contextrestored", redraw);
    }

    resize() {}

    // `image` is the whole frame, `rects` are x, y, width, height of what has changed.
    show(image, rects) {
        for (let i = 0; i < rects.length; i += 4) {
            this.#context.putImageData(image, 0, 0, ...rects.slice(i, i + 4));
        }
    }

    destroy() {}
}

class GlPresenter {
    #texture;
    #giveUp;
    name = "webgl";

    constructor(canvas, gl, redraw, giveUp) {
        this.gl = gl;
        this.#giveUp = giveUp;
        contexts += 1;
        canvas.addEventListener("webglcontextlost", (event) => {
            event.preventDefault();
            setTimeout(() => gl.isContextLost() && giveUp(), LOST_MS);
        });
        canvas.addEventListener("webglcontextrestored", () => {
            this.#texture = null; // it has gone
            this.#prepare();
            this.resize(canvas.width, canvas.height);
            redraw();
        });
        this.#prepare();
        this.resize(canvas.width, canvas.height);
    }

    #prepare() {
        const { gl } = this;
        const program = gl.createProgram();

        for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
            const shader = gl.createShader(type);

            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.linkProgram(program);
        gl.useProgram(program);
        gl.disable(gl.DITHER);
    }

    resize(width, height) {
        const { gl } = this;

        gl.deleteTexture(this.#texture);
        this.#texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, this.#texture);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        gl.pixelStorei(gl.UNPACK_ROW_LENGTH, width);
        gl.viewport(0, 0, width, height);
        if (![gl.NO_ERROR, gl.CONTEXT_LOST_WEBGL].includes(gl.getError())) {
            setTimeout(this.#giveUp);
        }
    }

    show(image, rects) {
        const { gl } = this;

        for (let i = 0; i < rects.length; i += 4) {
            const [x, y, width, height] = rects.slice(i, i + 4);

            gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE,
                image.data, 4 * (y * image.width + x));
        }
        if (rects.length > 0) {
            gl.drawArrays(gl.TRIANGLES, 0, 3);
        }
    }

    destroy() {
        contexts -= 1;
        this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    }
}

// `renderer` is auto, 2d or webgl.
export function makePresenter(canvas, renderer, redraw, giveUp) {
    const isWanted = renderer === "webgl" ||
        renderer === "auto" && contexts < MAX_CONTEXTS &&
        Math.max(canvas.width, canvas.height) <= (limit ??= findLimit());
    const gl = isWanted &&
        canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false });

    return gl ? new GlPresenter(canvas, gl, redraw, giveUp) : new CanvasPresenter(canvas, redraw);
}
