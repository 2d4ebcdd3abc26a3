import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A running program and its output. */
export interface Program {
  output(): string;
  /** Resolves when it has printed `text`. */
  printed(text: string): Promise<void>;
  stop(): Promise<void>;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
}

/** @param file for node to run */
export function startProgram(
  file: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Program {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  const end = async (signal: NodeJS.Signals) => {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  return {
    output: () => output,
    printed: (text) =>
      new Promise((resolve) => {
        const check = () => {
          if (output.includes(text)) resolve();
        };
        child.stdout.on('data', check);
        check();
      }),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
