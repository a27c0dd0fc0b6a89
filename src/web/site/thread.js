// SPDX-License-Identifier: MIT
//
// One more thread of a pool: an instance of its module on its memory, that takes part
// in what the pool does.
const unused = new Proxy({}, { get: () => () => 0 });

onmessage = ({ data: { module, memory, worker, stack } }) => {
    const { exports } = new WebAssembly.Instance(module,
        { env: { memory }, page: unused, wasi_snapshot_preview1: unused });

    exports.__stack_pointer.value = stack;
    try {
        exports.work(worker);
    } catch (error) {
        exports.fault();
        throw error;
    }
};
