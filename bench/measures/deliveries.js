'use strict';

// How many deliveries a process makes, beside a loop that only signs and posts.
const fs = require('node:fs');
const path = require('node:path');
const ts = require('typescript');
const { BENCH_APP, PLUGIN, startCopy } = require('../application');
const { DATABASES } = require('../database');
const { median } = require('../figures');
const { untilDelivered } = require('../load');
const { startProcess } = require('../processes');
const { eventBody } = require('../seed');
const { projectToken, seedDeliveries, subscribe, withReceiver } = require('../setup');

const SUBSCRIPTIONS = 100;
/** A host has a share of the slots, so that several are sent more at a time than one. */
const HOSTS = 10;
const EVENTS = 60;
const ROUNDS = 3;
/** A second, by one process. */
const GOALS = { sqlite: 2_000, postgres: 1_400 };
const BARE = { connections: 64, seconds: 4 };

/** @typedef {import('../application').Application} Application */
/** @typedef {{ perSecond: number, cpuMs: number }} Throughput */

/**
 * @param {import('../setup').Context} context
 * @returns {Promise<import('../setup').Line[]>}
 */
async function measureDeliveries(context) {
  const { env, drop } = await DATABASES[context.database]();
  /** @type {Application[]} */
  const apps = [await startCopy(env)];
  const bareLoop = startProcess('bare-loop.js', { args: [path.join(BENCH_APP, PLUGIN), transpiledDomain()] });
  try {
    return await withReceiver(async (receiver) => {
      const events = context.quick ? EVENTS / 10 : EVENTS;
      const [app] = apps;
      if (!app) return [];
      await subscribeAt(app, 'ONE', [receiver.url]);
      const urls = await Promise.all(Array.from({ length: HOSTS }, () => receiver.another()));
      await subscribeAt(app, 'TEN', urls);
      /** @type {Record<'bare' | 'one' | 'ten' | 'three', Throughput[]>} */
      const rounds = { bare: [], one: [], ten: [], three: [] };
      await deliver(apps, receiver, { project: 'ONE', events: 2 });
      for (let round = 0; round < ROUNDS; round += 1) {
        const load = { ...BARE, origin: receiver.url, body: eventBody() };
        const profile = context.profile && round === 0;
        rounds.bare.push(/** @type {Throughput} */ (await bareLoop.call('post', load)));
        rounds.one.push(await deliver(apps, receiver, { project: 'ONE', events, profile }));
        rounds.ten.push(await deliver(apps, receiver, { project: 'TEN', events }));
      }
      const lines = linesOf(rounds, GOALS[context.database]);
      if (context.database === 'sqlite') return lines;

      apps.push(await startCopy(env), await startCopy(env));
      await deliver(apps, receiver, { project: 'ONE', events: 2 });
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.three.push(await deliver(apps, receiver, { project: 'ONE', events }));
      }
      const [one, many] = [rateOf(rounds.one), rateOf(rounds.three)];
      return [
        ...lines,
        {
          measure: 'deliveries a second, three processes ÷ one',
          figure: (many / one).toFixed(2),
          goal: 'given',
          beside: `${many.toFixed(0)} : ${one.toFixed(0)} a second, ${cpuOf(rounds.three).toFixed(2)} : ${cpuOf(rounds.one).toFixed(2)} ms CPU`,
        },
      ];
    });
  } finally {
    await Promise.all([...apps.map((app) => app.stop()), bareLoop.stop()]);
    await drop();
  }
}

/** @param {Throughput[]} rounds */
const rateOf = (rounds) => median(rounds.map(({ perSecond }) => perSecond));

/** @param {Throughput[]} rounds */
const cpuOf = (rounds) => median(rounds.map(({ cpuMs }) => cpuMs));

/**
 * @param {Record<'bare' | 'one' | 'ten', Throughput[]>} rounds
 * @param {number} goal deliveries a second
 * @returns {import('../setup').Line[]}
 */
function linesOf({ bare, one, ten }, goal) {
  const share = median(one.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? NaN)));
  const rate = rateOf(one);
  return [
    {
      measure: `deliveries a second, one process, ${SUBSCRIPTIONS} subscriptions at one host`,
      figure: rate.toFixed(0),
      goal: `≥ ${goal}`,
      isMet: rate >= goal,
      beside: '',
    },
    {
      measure: `the same ÷ a bare loop of ${BARE.connections}`,
      figure: share.toFixed(3),
      beside: `${rate.toFixed(0)} : ${rateOf(bare).toFixed(0)} a second`,
    },
    {
      measure: 'processor time of one delivery',
      figure: `${cpuOf(one).toFixed(2)} ms`,
      goal: '≤ 0.5 ms',
      isMet: cpuOf(one) <= 0.5,
      beside: `${cpuOf(bare).toFixed(2)} ms in the bare loop`,
    },
    {
      measure: `deliveries a second, one process, ${SUBSCRIPTIONS} subscriptions at ${HOSTS} hosts`,
      figure: rateOf(ten).toFixed(0),
      beside: `${cpuOf(ten).toFixed(2)} ms CPU`,
    },
  ];
}

/**
 * Makes a project whose subscriptions are at these addresses in turn.
 * @param {Application} app
 * @param {string} project
 * @param {string[]} urls
 */
async function subscribeAt(app, project, urls) {
  const token = await projectToken(app, project);
  for (let count = 0; count < SUBSCRIPTIONS; count += 1) {
    await subscribe(app, token, `${urls[count % urls.length]}/${count}`);
  }
}

/**
 * Delivers what was stored before it was due, and with all processes awake.
 * @param {Application[]} apps on one database
 * @param {import('../setup').Receiver} receiver
 * @param {{ project: string, events: number, profile?: boolean }} what each event goes to all subscriptions of the project
 * @returns {Promise<Throughput>}
 */
async function deliver(apps, receiver, { project, events, profile = false }) {
  const [first] = apps;
  if (!first) throw new Error('There is no process.');
  const count = await seedDeliveries(first, project, events);
  await receiver.reset();
  const cpuMs = async () => {
    const times = await Promise.all(apps.map((app) => app.call('cpuMs')));
    return times.reduce((/** @type {number} */ sum, time) => sum + Number(time), 0);
  };
  await first.call('release');
  if (profile) await first.call('startProfile');
  const [before, start] = [await cpuMs(), performance.now()];
  await Promise.all(apps.map((app) => app.call('wake')));
  await receiver.until(count);
  const seconds = (performance.now() - start) / 1000;
  // The outcomes of the last ones are written after their answers.
  await untilDelivered(first);
  const spentMs = (await cpuMs()) - before;
  if (profile) console.error(/** @type {string[]} */ (await first.call('stopProfile')).join('\n'));
  return { perSecond: count / seconds, cpuMs: spentMs / count };
}

/** The plugin's rules as CommonJS, beside the application's copy: the loop signs with the same code. */
function transpiledDomain() {
  const from = path.join(BENCH_APP, PLUGIN, 'domain');
  const to = path.join(BENCH_APP, 'domain');
  fs.mkdirSync(to, { recursive: true });
  for (const file of fs.readdirSync(from).filter((name) => name.endsWith('.ts'))) {
    const { outputText } = ts.transpileModule(fs.readFileSync(path.join(from, file), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    fs.writeFileSync(path.join(to, file.replace(/\.ts$/, '.js')), outputText);
  }
  return to;
}

module.exports = { measureDeliveries };
