// SPDX-License-Identifier: MIT
//
// What mouse, fingers and keys do to a pool, as in the window of the program:
//
//     left, finger   the tool: stone, boat, land or water
//     middle         rows a boat                 } where a page
//     right          land; with Shift, water     } is the pool's
//     wheel          size of all these           } alone
//
// In perspective the right button and three fingers turn the camera, as arrows do.
const DRAG = { yaw: 180, pitch: 90 }; // degrees across the canvas
const NOTCH = { yaw: 3, pitch: 2, nearer: 1.15, size: 1.15 };
const SIZES = [0.25, 4];
const TURNING_FINGERS = 3;
const DROP_KEYS = [" ", "Enter"];
const CAMERA_KEYS = {
    ArrowLeft: { yaw: -NOTCH.yaw }, ArrowRight: { yaw: NOTCH.yaw },
    ArrowUp: { pitch: NOTCH.pitch }, ArrowDown: { pitch: -NOTCH.pitch },
    PageUp: { distance: 1 / NOTCH.nearer }, PageDown: { distance: NOTCH.nearer },
};

export class Input {
    isLandscape = false; // the view is in perspective
    tool = "stone";
    size = 1;
    #pointers = new Map(); // pressed: { at, tool, isFinger }

    // `tell` sends a call to the pool, `find` gives the pixel of the frame under an
    // event, `measure` the frame's width and height.
    constructor({ tell, find, measure, isAlone }) {
        Object.assign(this, { tell, find, measure, isAlone });
    }

    // `on` listens to the element; keys go to its canvas, and so to pressKey.
    listen(on) {
        on("pointerdown", (event) => this.#press(event));
        on("pointermove", (event) => this.#move(event));
        for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
            on(type, (event) => this.#lift(event.pointerId));
        }
        on("contextmenu", (event) => this.#chooseTool({ button: 2 }) && event.preventDefault());
        if (this.isAlone) {
            on("mousedown", (event) => event.button === 1 && event.preventDefault());
            on("wheel", (event) => this.#turnWheel(event), { passive: false });
        }
    }

    #chooseTool({ button, shiftKey }) {
        if (button === 0) {
            return this.tool;
        }
        if (button === 2 && this.isLandscape && !shiftKey) {
            return "camera";
        }
        if (!this.isAlone) {
            return null;
        }
        return button === 1 ? "boat" : shiftKey && !this.isLandscape ? "water" : "land";
    }

    #fingers() {
        return [...this.#pointers.values()].filter(({ isFinger }) => isFinger);
    }

    #press(event) {
        const tool = this.#chooseTool(event), at = this.find(event);
        const pointer = { at, tool, isFinger: event.pointerType === "touch" };

        if (!tool) {
            return;
        }
        this.#pointers.set(event.pointerId, pointer);
        if (this.isLandscape && this.#fingers().length >= TURNING_FINGERS) {
            for (const finger of this.#fingers()) {
                this.#end(finger);
                finger.tool = "camera";
            }
        } else if (tool === "stone") {
            this.tell("drop", { at, scale: this.size });
        } else {
            this.use(pointer, at);
        }
    }

    // Takes the tool to another place.
    use(pointer, to) {
        const { at: from, tool, isFinger } = pointer, scale = this.size;

        pointer.at = to;
        if (tool === "stone") {
            this.tell("drag", { from, to, scale });
        } else if (tool === "boat") {
            this.tell("hold", { at: to, scale });
        } else if (tool === "camera") {
            this.#drawCamera(from, to, isFinger ? 1 / this.#fingers().length : 1);
        } else {
            this.tell("paint", { from, to, scale, isLand: tool === "land" });
        }
    }

    // As if the pointer drew the pool along; several fingers do so together.
    #drawCamera(from, to, share) {
        const { width, height } = this.measure();

        this.turn({ yaw: -share * DRAG.yaw * (to[0] - from[0]) / width,
            pitch: share * DRAG.pitch * (to[1] - from[1]) / height });
    }

    turn({ yaw = 0, pitch = 0, distance = 1 }) {
        this.tell("turn", { yaw, pitch, distance });
    }

    #move(event) {
        const pointer = this.#pointers.get(event.pointerId), to = this.find(event);

        if (pointer && (pointer.at[0] !== to[0] || pointer.at[1] !== to[1])) {
            this.use(pointer, to);
        }
    }

    #end({ tool }) {
        if (tool === "boat") {
            this.tell("release");
        }
    }

    #lift(id) {
        const pointer = this.#pointers.get(id);

        if (pointer) {
            this.#pointers.delete(id);
            this.#end(pointer);
        }
    }

    #turnWheel(event) {
        event.preventDefault();
        if (event.ctrlKey && this.isLandscape) {
            this.turn({ distance: 1.001 ** event.deltaY });
        } else if (!event.ctrlKey) {
            const size = this.size * NOTCH.size ** -Math.sign(event.deltaY);

            this.size = Math.min(Math.max(size, SIZES[0]), SIZES[1]);
        }
    }

    pressKey(event) {
        const move = this.isLandscape && CAMERA_KEYS[event.key];

        if (event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        if (DROP_KEYS.includes(event.key)) {
            const { width, height } = this.measure();

            this.tell("drop", { at: [width >> 1, height >> 1], scale: this.size });
        } else if (move) {
            this.turn(move);
        } else if (this.isLandscape && event.key === "Home") {
            this.tell("home");
        } else {
            return;
        }
        event.preventDefault();
    }
}
