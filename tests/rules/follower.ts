import type { Api } from '../support/api';
import { keepLatest, readOn } from '../support/followers';
import type { Values } from './model/world';

/** Few, so that a series has several pages. */
const LIMIT = 7;

/** A copy of a project's tickets and decisions, kept by its changes alone (specification 4.10). */
export class Follower {
  private after = 0;
  private readonly records = new Map<string, Values>();

  constructor(private readonly api: Api) {}

  /** Reads what is new. @throws when a number is missing */
  async catchUp(): Promise<void> {
    const { changes, after } = await readOn(this.api, this.after, LIMIT);
    const first = this.after === 0 ? (changes[0]?.seq ?? 0) : this.after + 1;
    expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_change, index) => first + index));
    keepLatest(this.records, changes);
    this.after = after;
  }

  /** The copy, by id. */
  of(type: 'ticket' | 'decision'): Values {
    const entries = [...this.records].filter(([key]) => key.startsWith(`${type} `));
    return Object.fromEntries(entries.map(([, record]) => [record.id as string, record]));
  }
}
