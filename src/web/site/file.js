// SPDX-License-Identifier: MIT
//
// Browsers load no module from a file, so this is none. It says what to do then.
document.getElementById("note").hidden = location.protocol !== "file:";
