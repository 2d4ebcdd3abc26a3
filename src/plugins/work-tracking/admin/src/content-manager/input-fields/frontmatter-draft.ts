import type { Frontmatter } from '../../../../domain/decision';
import { roundedNumbers } from '../../../../domain/json-text';
import { slugOf } from '../../../../domain/slug';
import { unstorableValues } from '../../../../domain/storable';

/** More rows make the form slow to type in. */
const MAX_ROWS = 50;

/** An option while it is edited. */
export interface OptionDraft {
  /** Tells the rows apart when they change places. */
  key: number;
  id: string;
  title: string;
  /** Undefined when something else than text is stored, which stays as it is. */
  description: string | undefined;
  /** The other fields of the option. */
  others: Record<string, unknown>;
  /** A new option's id follows its title until somebody types another. */
  hasOwnId: boolean;
}

/** A frontmatter while it is edited. */
export interface FrontmatterDraft {
  options: readonly OptionDraft[];
  /** The rest as JSON text, empty for none. Options in it take the place of all rows. */
  rest: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined for a text that is no JSON object, or holds what could not be stored as it was typed */
function readObject(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const problems = unstorableValues(value, { rounded: roundedNumbers(text), limit: 1 });
    return problems.length === 0 ? value : undefined;
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

/** @param value what the form holds: an object, or a text that is none */
export function draftOf(value: unknown): FrontmatterDraft {
  const frontmatter = typeof value === 'string' ? readObject(value) : (value ?? {});
  if (!isObject(frontmatter)) return { options: [], rest: String(value) };
  const { options, ...rest } = frontmatter;
  const hasRows = Array.isArray(options) && options.length <= MAX_ROWS && options.every(isObject);
  const others = hasRows || options === undefined ? rest : frontmatter;
  return {
    options: hasRows ? options.map(optionDraft) : [],
    rest: Object.keys(others).length === 0 ? '' : JSON.stringify(others, null, 2),
  };
}

/** Whether the options are in the text, not in rows. */
export const hasOptionsInText = ({ rest }: FrontmatterDraft): boolean =>
  'options' in (readObject(rest) ?? {});

/** A draft in which options that were typed as text are rows; the same draft where there are none. */
export function withRows(draft: FrontmatterDraft): FrontmatterDraft {
  const others = readObject(draft.rest);
  return others !== undefined && 'options' in others ? draftOf(others) : draft;
}

/** A draft that is saved: other programs may know its options by their ids, which follow their titles no more. */
export const savedDraft = (draft: FrontmatterDraft): FrontmatterDraft => ({
  ...draft,
  options: draft.options.map((option) => ({ ...option, hasOwnId: option.id !== '' })),
});

const isEmpty = ({ id, title, description, others }: OptionDraft): boolean =>
  id === '' && title === '' && description === '' && Object.keys(others).length === 0;

/**
 * The form's value for a draft. Rows in which nothing was typed are left out.
 * @returns the typed text where the rest is no JSON object that can be kept, so that saving the form is refused
 */
export function frontmatterOf({ options, rest }: FrontmatterDraft): Frontmatter | string {
  const others = readObject(rest);
  if (others === undefined) return rest;
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
