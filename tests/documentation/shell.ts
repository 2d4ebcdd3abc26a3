import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { ROOT } from './documents';

/** The result of a block of commands. */
export interface Ended {
  hasFailed: boolean;
  stdout: string;
  stderr: string;
}

/** A shell that stays open: what one block has set, the next one has, as for somebody who follows a document. */
export interface Shell {
  run(block: string): Promise<Ended>;
  close(): void;
}

/** A bash in the repository, as a reader of its documents has it. */
export function openShell(env: Record<string, string | undefined>): Shell {
  const bash = spawn('bash', ['--norc'], { cwd: ROOT, env, stdio: 'pipe' });
  const output = { stdout: '', stderr: '' };
  const said = new EventEmitter();
  for (const name of ['stdout', 'stderr'] as const) {
    bash[name].on('data', (chunk: Buffer) => {
      output[name] += chunk.toString();
      said.emit('said');
    });
  }
  bash.once('exit', (code) => {
    if (said.listenerCount('said') > 0)
      said.emit('error', new Error(`The shell has ended with ${String(code)}.`));
  });
  // Whichever command of a block fails, the block has failed.
  bash.stdin.write("set -E -o pipefail; trap 'failed=1' ERR\n");
  return {
    async run(block) {
      const end = randomUUID();
      output.stdout = output.stderr = '';
      // In braces, so that no command reads the next block as its input.
      bash.stdin.write(`failed=0\n{\n${block}\n} < /dev/null\n`);
      bash.stdin.write(`printf '${end} %d\\n' $failed; printf '${end}' >&2\n`);
      while (!output.stdout.includes(`${end} `) || !output.stderr.includes(end)) await once(said, 'said');
      const [stdout = '', failed = ''] = output.stdout.split(`${end} `);
      return { hasFailed: Number(failed) !== 0, stdout, stderr: output.stderr.replace(end, '') };
    },
    close: () => void bash.kill(),
  };
}
