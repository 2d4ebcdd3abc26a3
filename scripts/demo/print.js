'use strict';

let steps = 0;

/** @param {string} title @param {string} what */
function step(title, what) {
  steps += 1;
  console.log(`\n${String(steps).padStart(3)}  ${title.padEnd(25)}${what}`);
}

/** @param {string} text */
function detail(text) {
  console.log(`       ${text}`);
}

/** @param {number} status @param {string} text */
function answer(status, text) {
  detail(`answer    ${status}         ${text}`);
}

/** @param {import('./receiver').Delivery} delivery */
function delivery({ event, action, id, isVerified }) {
  const mark = isVerified ? '✓ verified' : '✗ refused ';
  detail(`delivery  ${mark}  ${event.padEnd(19)}${action.padEnd(19)}${id}`);
}

module.exports = { answer, delivery, detail, step };
