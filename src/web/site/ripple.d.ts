// SPDX-License-Identifier: MIT

/** Whatever can be drawn on a canvas, or the address of a picture. */
export type Picture = string | CanvasImageSource & ImageBitmapSource;

/** How a picture lies in the pool. */
export interface Placement {
    /** As in CSS; default cover. With none and tile it has its own size, in CSS
        pixels. */
    fit?: "cover" | "contain" | "stretch" | "tile" | "none" | "scale-down";
    /** Which share of what is left lies at the left and above, 0 to 1. */
    at?: [number, number];
}

export interface Options extends Placement {
    /** The settings of ripple by name: { preset: "storm", rain: 3 }. mask, land,
        land-picture and current may be addresses of pictures, relative to that of
        the document (its base URI), here as in scripts and in set(). */
    settings?: Record<string, string | number>;
    /** Default: the element itself if it is img, canvas or video, by its object-fit,
        else its CSS background, as the browser draws it, else the bed of the preset.
        An address is relative to the document's base URI. */
    picture?: Picture;
    /** Events, one a line, as in ripple's manual. */
    script?: string;
    /** Of rain; default random. */
    seed?: number;
    /** false: mouse, fingers and keys drop no stones. "alone": the page is the
        pool's, so the middle button rows a boat, the right one paints land (with
        Shift water) and the wheel changes the size of all these. */
    interactive?: boolean | "alone";
    /** true: only step() moves the water until resume(). */
    paused?: boolean;
    /** "always": also for those who ask for less motion. */
    motion?: "always";
    /** What a screen reader says. */
    label?: string;
    /** Of the pool, 1 to 64, if the page is cross-origin isolated, else 1; default: as
        many as its first frame is worth. The water is the same. */
    threads?: number;
    /** Who shows the frames; auto, the default: WebGL where a graphics card draws
        it, else a 2D canvas. Both show the same pixels. */
    renderer?: "auto" | "2d" | "webgl";
}

/** What the left button and fingers do. */
export type Tool = "stone" | "boat" | "land" | "water";

/** A setting and its value. */
export interface Setting {
    name: string;
    help: string;
    value: string;
    flags: number;
    min: number;
    max: number;
    /** Whether the model that is set uses it. */
    isUsed: boolean;
    isWhole: boolean;
    /** The values that it can have, if they have names. */
    words: string[];
}

/** Numbers of calls, frames, steps and ms are those since the pool was opened. */
export interface Stats {
    /** How often a timer or a frame has called. */
    callbacks: number;
    frames: number;
    steps: number;
    /** That all frames took together. */
    ms: number;
    /** Of these without showing them. */
    drawMs: number;
    /** Bytes of the pool, without pictures of the browser. */
    memory: number;
    renderer: "2d" | "webgl";
    /** That take part now. */
    threads: number;
}

/** Positions are pixels of the canvas. What is called before the pool is ready
    waits for that. */
export interface Pool {
    /** Fails with the reason. */
    readonly ready: Promise<void>;
    /** Another one once the browser has lost WebGL for good. */
    readonly canvas: HTMLCanvasElement;
    /** Drops a stone of that radius in pixels and that weight, or a usual one. */
    drop(x: number, y: number, radius?: number, weight?: number): void;
    /** Drags a stone that was dropped. */
    drag(from: [number, number], to: [number, number]): void;
    /** Turns the camera of the view in perspective, by degrees; the distance is
        multiplied. */
    turn(yaw: number, pitch: number, distance?: number): void;
    /** Chooses a tool, and its size: 1 is the usual one. */
    use(tool: Tool, size?: number): void;
    /** Does some steps, 60 of which are a second, and shows the last. */
    step(count?: number): Promise<void>;
    /** The heights of the water, row by row. */
    heights(): Promise<Int16Array>;
    set(settings: Record<string, string | number>): Promise<void>;
    set(name: string, value: string | number): Promise<void>;
    /** Does events now, one a line: those of a script without their steps, as
        "stone 50% 50% 20 900". */
    events(lines: string): Promise<void>;
    /** Puts another picture under the water, in place of a video, too; null: the
        bed. Each picture of a video that is shown follows. */
    show(picture: Picture | null, placement?: Placement): Promise<void>;
    describe(): Promise<Setting[]>;
    stats(): Promise<Stats>;
    pause(): void;
    resume(): void;
    /** Takes the canvas away and frees all. */
    destroy(): void;
}

/** Makes water of an element: over its picture, or between its background and what
    it contains. If that fails the element hears of it by the event ripple-error, and
    is as it was. A size for which there is no memory is told in the same way; the
    water then goes on in the size that it has. */
export function attach(element: HTMLElement, options?: Options): Pool;

/** Attributes: picture, fit, script, seed, label, motion, paused, interactive, renderer,
    threads, and every setting by its name. */
declare global {
    interface HTMLElementTagNameMap {
        "ripple-pool": HTMLElement & { readonly pool: Pool | null };
    }
}
