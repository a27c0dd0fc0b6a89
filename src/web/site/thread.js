// SPDX-License-Identifier: MIT
//
// One more thread of a pool: an instance of its module on its memory, that takes part
// in what the pool does. Another message brings late.wasm, once the pool has called
// its threads back.
const unused = new Proxy({}, { get: () => () => 0 });
let exports, number;

onmessage = ({ data: { module, memory, worker, stack, late, round } }) => {
    if (module) {
        ({ exports } = new WebAssembly.Instance(module,
            { env: { memory }, page: unused, placeholder: unused }));
        exports.__stack_pointer.value = stack;
        number = worker;
    }
    late && new WebAssembly.Instance(late, { primary: exports });
    try {
        exports.work(number, round);
    } catch (error) {
        exports.fault();
        throw error;
    }
};
