'use strict';

const { deliveries, deliveriesShow } = require('./deliveries');
const { exportRecords } = require('./export');
const { projectCreate, projectList, projectShow } = require('./project');
const { resend } = require('./resend');
const { subscriptions } = require('./subscriptions');
const { token } = require('./token');

/** @type {import('../command').Command[]} */
const COMMANDS = [
  token,
  projectList,
  projectShow,
  projectCreate,
  subscriptions,
  deliveries,
  deliveriesShow,
  resend,
  exportRecords,
];

module.exports = { COMMANDS };
