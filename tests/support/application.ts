import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';

/** A process with an application in it. */
export interface Started {
  process: ChildProcess;
  /** Everything that it has logged. */
  log(): string;
}

/** An application in a process of its own. */
export interface Application extends Started {
  url: string;
}

/** How long a claim holds in tests that say nothing else. */
export const LEASE_MS = 600_000;

/** The variables that each program of the project finds in its environment, wherever a test starts it. */
export const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'test',
  // The developer's own .env must not be read.
  ENV_PATH: path.join(__dirname, 'no.env'),
  STRAPI_TELEMETRY_DISABLED: 'true',
  // On a busy machine receivers are held up, and a boot takes long that comes between a claim and a look at it.
  DELIVERY_TIMEOUT_MS: '60000',
  DELIVERY_LEASE_MS: String(LEASE_MS),
  // Tests make deliveries of any age, and the pruning of every hour may come between.
  DELIVERY_RETENTION_DAYS: '0',
  DELIVERY_DEAD_RETENTION_DAYS: '0',
  // Receivers are on this machine.
  DELIVERY_ALLOW_PRIVATE_NETWORKS: 'true',
  // Many tests ask without a token, or with a wrong one, and all from one address.
  RATE_LIMIT_FAILED_AUTHENTICATION_PER_MINUTE: '0',
  // All have the same secrets, so that several can share a database.
  APP_KEYS: 'test-app-key-1,test-app-key-2',
  API_TOKEN_SALT: 'test-api-token-salt',
  ADMIN_JWT_SECRET: 'test-admin-jwt-secret',
  TRANSFER_TOKEN_SALT: 'test-transfer-token-salt',
  JWT_SECRET: 'test-jwt-secret',
  ENCRYPTION_KEY: 'test-encryption-key',
};

/** How a process is started. */
export interface Starting {
  /** A program and its arguments that starts it, such as a tracer. */
  under?: readonly string[];
}

/** Starts a process. Who started it may end without stopping it: it ends then as well. */
export function spawnApplication(env: Record<string, string>, { under = [] }: Starting = {}): Started {
  const [execPath = '', ...execArgv] = [...under, process.execPath, ...process.execArgv];
  const child = fork(path.join(__dirname, 'server-process.js'), {
    execPath,
    execArgv,
    cwd: path.join(__dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...ENVIRONMENT, HOST: '127.0.0.1', PORT: '0', ...env },
  });
  // It keeps nobody alive but who waits for it to start or to end.
  child.channel?.unref();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk));
    (stream as Socket | null)?.unref();
  }
  return { process: child, log: () => output };
}

/** Resolves with the first message of a process, and rejects when it ends without one. */
export async function untilUp<Message>(started: Started): Promise<Message> {
  const message = await new Promise<Message>((resolve, reject) => {
    started.process.once('message', (first: Message) => resolve(first));
    // Once all that it has said is read.
    started.process.once('close', (code) =>
      reject(new Error(`The application ended with ${code} before it was up:\n${started.log()}`)),
    );
  });
  started.process.unref();
  return message;
}

/** Starts a process, and resolves when it serves. */
export async function launch(env: Record<string, string>, starting?: Starting): Promise<Application> {
  const started = spawnApplication(env, starting);
  const { port } = await untilUp<{ port: number }>(started);
  return { ...started, url: `http://127.0.0.1:${port}` };
}

export const hasEnded = ({ process: child }: Pick<Started, 'process'>): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** Resolves when it has ended. */
export async function stop(
  application: Application,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (hasEnded(application)) return;
  const exit = once(application.process, 'exit');
  application.process.ref();
  application.process.kill(signal);
  await exit;
}
