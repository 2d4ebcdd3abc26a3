import type { Frontmatter } from '../../../../domain/decision';
import { slugOf } from '../../../../domain/slug';

/** An option while it is edited. */
export interface OptionDraft {
  /** Tells the rows apart when they change places. */
  key: number;
  id: string;
  title: string;
  /** Undefined when something else than text is stored, which stays as it is. */
  description: string | undefined;
  /** What else the option has. */
  others: Record<string, unknown>;
  /** A new option's id follows its title until somebody types another. */
  hasOwnId: boolean;
}

/** A frontmatter while it is edited: its options, and the rest as JSON text, empty for none. */
export interface FrontmatterDraft {
  options: readonly OptionDraft[];
  rest: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined for a text that is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let lastKey = 0;

const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

export const newOption = (): OptionDraft => ({
  key: nextKey(),
  id: '',
  title: '',
  description: '',
  others: {},
  hasOwnId: false,
});

function optionDraft(option: Record<string, unknown>): OptionDraft {
  const { id, title, description = '', ...others } = option;
  const isText = typeof description === 'string';
  return {
    key: nextKey(),
    id: typeof id === 'string' ? id : '',
    title: typeof title === 'string' ? title : '',
    description: isText ? description : undefined,
    others: isText ? others : { ...others, description },
    hasOwnId: true,
  };
}

/** @param value what the form holds: an object, or JSON that somebody has typed */
export function draftOf(value: unknown): FrontmatterDraft {
  const frontmatter = typeof value === 'string' ? parsed(value) : (value ?? {});
  if (!isObject(frontmatter)) return { options: [], rest: String(value) };
  const { options, ...rest } = frontmatter;
  const isList = Array.isArray(options) && options.every(isObject);
  const others = isList || options === undefined ? rest : frontmatter;
  return {
    options: isList ? options.map(optionDraft) : [],
    rest: Object.keys(others).length === 0 ? '' : JSON.stringify(others, null, 2),
  };
}

const isEmpty = ({ id, title, description, others }: OptionDraft): boolean =>
  id === '' && title === '' && description === '' && Object.keys(others).length === 0;

/**
 * What the form holds for a draft. Rows in which nothing was typed are left out; options in the rest take the place of
 * all rows.
 * @returns the typed text where the rest is no JSON object, so that saving the form is refused
 */
export function frontmatterOf({ options, rest }: FrontmatterDraft): Frontmatter | string {
  const others = rest.trim() === '' ? {} : parsed(rest);
  if (!isObject(others)) return rest;
  if ('options' in others) return others;
  const filled = options
    .filter((option) => !isEmpty(option))
    .map(({ id, title, description, others: more }) => ({
      id,
      title,
      ...(description ? { description } : {}),
      ...more,
    }));
  return filled.length === 0 ? others : { ...others, options: filled };
}

/** A draft in which one option is changed. */
export function withChange(option: OptionDraft, change: Partial<OptionDraft>): OptionDraft {
  const next = { ...option, ...change };
  if (change.id !== undefined) next.hasOwnId = change.id !== '';
  return next.hasOwnId ? next : { ...next, id: slugOf(next.title) };
}

/** A list in which the item at a place has changed places with the one at another; the same list at its ends. */
export function swapped<Item>(items: readonly Item[], place: number, other: number): readonly Item[] {
  const [one, two] = [items[place], items[other]];
  if (one === undefined || two === undefined) return items;
  return items.with(place, two).with(other, one);
}
