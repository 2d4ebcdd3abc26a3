import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { hasEnded } from './application';

const execute = promisify(execFile);

/** A Redis in a process of its own. */
export interface RedisServer {
  port: number;
  /** Without a database in it. */
  url: string;
  /** Starts it, again on the same port; what it had stored is gone. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Takes connections and commands, and answers none until it is resumed. */
  pause(): void;
  resume(): void;
  /** Runs redis-cli. @returns the lines that it prints */
  cli(...args: string[]): Promise<string[]>;
}

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}

/** @param options for its command line; it is not started yet */
export async function redisServer(options: (port: number) => string[] = () => []): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const basics = ['--port', `${port}`, '--bind', '127.0.0.1', '-::1', '--save', '', '--appendonly', 'no'];
      child = spawn('redis-server', [...basics, ...options(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      const { stdout } = child;
      await new Promise<void>((resolve, reject) => {
        stdout?.on('data', (chunk: Buffer) => {
          output += chunk;
          if (output.includes('Ready to accept connections')) resolve();
        });
        child?.once('error', reject);
        child?.once('exit', () => reject(new Error(`redis-server did not start:\n${output}`)));
      });
    },
    async kill() {
      if (!child) return;
      if (hasEnded({ process: child })) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async cli(...args) {
      const { stdout } = await execute('redis-cli', ['-p', `${port}`, ...args]);
      return stdout.split('\n').filter((line) => line !== '');
    },
  };
}
