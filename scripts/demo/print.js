'use strict';

let steps = 0;

/** @param {string} title @param {string} detail */
function step(title, detail) {
  steps += 1;
  console.log(`\n${String(steps).padStart(3)}  ${title.padEnd(25)}${detail}`);
}

/** @param {string} text */
function line(text) {
  console.log(`       ${text}`);
}

/** @param {number} status @param {string} text */
function answer(status, text) {
  line(`answer    ${status}         ${text}`);
}

/** @param {import('./receiver').Delivery} delivery */
function delivery({ event, action, id, isVerified }) {
  const mark = isVerified ? '✓ verified' : '✗ refused ';
  line(`delivery  ${mark}  ${event.padEnd(19)}${action.padEnd(19)}${id}`);
}

module.exports = { answer, delivery, line, step };
