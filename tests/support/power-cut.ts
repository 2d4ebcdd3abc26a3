import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A step of a traced process, as far as it matters to what a power cut leaves. */
export type Step =
  | { kind: 'write'; file: string; bytes: Buffer; offset: number }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'sync'; file: string }
  | { kind: 'send'; bytes: Buffer };

/** Nothing that is written at once is longer: the description of the API is the longest. */
const MAX_BYTES = 1_000_000;

const CALLS = ['write', 'writev', 'sendmsg', 'pwrite64', 'ftruncate', 'fsync', 'fdatasync'];

/**
 * Runs a program so that what it writes and syncs is in `file`. With -D the process is the caller's own child, which
 * its signals reach.
 */
export const tracer = (file: string): string[] => [
  'strace',
  '-D',
  '--follow-forks',
  '--seccomp-bpf',
  '--decode-fds=all',
  '--strings-in-hex=all',
  `--string-limit=${MAX_BYTES}`,
  `--trace=${CALLS.join(',')}`,
  `--output=${file}`,
];

const POLL_MS = 20;

/** Resolves when the tracer has written that the process was killed. */
export async function traceEnded(file: string, pid: number): Promise<void> {
  const end = new RegExp(`^${pid} +\\+\\+\\+ (killed|exited) `, 'm');
  while (!end.test(await readFile(file, 'latin1'))) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const UNFINISHED = ' <unfinished ...>';
const CALL = /^(\w+)\(\d+<(.*?)>(?:, (.*))?\) += (\d+)$/;
const QUOTED = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g;

const decoded = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');

/** The steps of a trace. A call counts when it has ended. */
export function stepsOf(traceFile: string): Step[] {
  const begun = new Map<string, string>();
  return readFileSync(traceFile, 'latin1')
    .split('\n')
    .flatMap((line) => {
      const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
      if (text.endsWith(UNFINISHED)) {
        begun.set(thread, text.slice(0, -UNFINISHED.length));
        return [];
      }
      const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
      return stepOf(resumed ? `${begun.get(thread)}${resumed[1]}` : text) ?? [];
    });
}

function stepOf(text: string): Step | undefined {
  const [, call = '', target = '', rest = '', result = ''] = CALL.exec(text) ?? [];
  if (call === '') return undefined;
  const file = decoded(target).toString();
  if (call === 'fsync' || call === 'fdatasync') return { kind: 'sync', file };
  if (call === 'ftruncate') return { kind: 'truncate', file, size: Number(rest) };
  const parts = [...rest.matchAll(QUOTED)];
  if (parts.some(([, , isCut]) => isCut)) throw new Error(`The trace lacks a part of ${text.slice(0, 100)}…`);
  const bytes = Buffer.concat(parts.map(([, hex = '']) => decoded(hex))).subarray(0, Number(result));
  if (target.startsWith('TCP')) return { kind: 'send', bytes };
  if (call !== 'pwrite64') return undefined;
  return { kind: 'write', file, bytes, offset: Number(rest.split(', ').at(-1)) };
}

/** A file on a disk that keeps, when the power is cut, what was synced, and nothing else. */
export class DiskFile {
  private written: Buffer;

  /** @param synced what it holds at first */
  constructor(public synced: Buffer) {
    this.written = synced;
  }

  take(step: Step): void {
    if (step.kind === 'sync') this.synced = this.written;
    if (step.kind === 'truncate') this.resize(step.size);
    if (step.kind !== 'write') return;
    this.resize(Math.max(this.written.length, step.offset + step.bytes.length));
    step.bytes.copy(this.written, step.offset);
  }

  /** Always a copy: what was synced stays as it is. */
  private resize(size: number): void {
    const before = this.written;
    this.written = Buffer.alloc(size);
    before.copy(this.written);
  }
}
