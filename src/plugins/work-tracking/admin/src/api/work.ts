import type { ContentFilter } from '../../../domain/content';
import type { SignOffRule, SignOffStanding } from '../../../domain/sign-off';
import type { Ticket } from './board';
import type { ListedDecision } from './decisions';
import {
  changedDocument,
  DECISION,
  documentsApi,
  documentTag,
  listTag,
  PUBLISHED_TAGS,
  singleTag,
  TICKET,
} from './documents';
import { withQuery } from './query-string';
import { dataOf, reading } from './responses';

/** An entry, or one of its locales, and which part of the work about it. */
interface WorkRequest extends ContentFilter {
  /** Whether the work that has ended is shown, in place of the work that is open. */
  isEnded: boolean;
}

/** Tickets or decisions about an entry. */
export interface Work<Item> {
  items: readonly Item[];
  /** How many are open, and how many have ended, as far as they are counted. */
  open: number;
  ended: number;
}

export interface TicketWork extends Work<Ticket> {
  /** May the user file tickets about entries? */
  canFile: boolean;
  priorities: readonly string[];
}

/** Who may approve. */
export interface Signers {
  /** The names of the first of them. */
  signers: readonly string[];
  hasOtherSigners: boolean;
}

/** What the sign-off says of an entry as it is saved. */
export interface SignOff extends Signers {
  rule: SignOffRule;
  /** May it be published as it is? */
  isPublishable: boolean;
  state: SignOffStanding;
  /** Is it published as it is? */
  isPublished: boolean;
  /** Of what is saved, and when it was. Whoever publishes it without sign-off sends what they have seen. */
  contentDigest: string | null;
  updatedAt: string | null;
  /** The decision that this hangs on, as far as the user may read it. */
  decision: ListedDecision | null;
  canAsk: boolean;
  /** May the user publish it although the sign-off keeps it back? */
  canSkip: boolean;
  /** The last time that it was published without sign-off; null for users who may not read the history, too. */
  skipped: { by: string; at: string; reason: string } | null;
}

/** How the application signs off. */
export interface SignOffRules extends Signers {
  types: readonly { type: string; name: string; rule: SignOffRule }[];
  /** The project whose decisions count, without a name while it is not there; null where none is set. */
  project: { key: string; name: string | null } | null;
  /** The options and verdicts that approve. */
  approvals: readonly string[];
}

const signOffPath = (id: string): string => `/work-tracking/content/${encodeURIComponent(id)}/sign-off`;

/** The entry without its id, and without a locale where it has none. */
const entryQuery = ({ type, locale }: ContentFilter) => ({
  type,
  ...(locale === undefined ? {} : { locale }),
});

const pathOf =
  (what: 'tickets' | 'decisions') =>
  ({ type, id, locale, isEnded }: WorkRequest) =>
    withQuery(`/work-tracking/content/${encodeURIComponent(id)}/${what}`, {
      ...entryQuery({ type, id, locale }),
      ...(isEnded ? { ended: 'true' } : {}),
    });

const workApi = documentsApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null for a type that no work can be about. */
    getTicketsAbout: build.query<TicketWork | null, WorkRequest>({
      query: pathOf('tickets'),
      transformResponse: dataOf<TicketWork | null>,
      providesTags: [listTag(TICKET)],
    }),
    getDecisionsAbout: build.query<Work<ListedDecision> | null, WorkRequest>({
      query: pathOf('decisions'),
      transformResponse: dataOf<Work<ListedDecision> | null>,
      providesTags: [listTag(DECISION)],
    }),
    /** Null for a type that is not under sign-off. */
    getSignOff: build.query<SignOff | null, ContentFilter>({
      query: (entry) => withQuery(signOffPath(entry.id), entryQuery(entry)),
      transformResponse: dataOf<SignOff | null>,
      providesTags: (signOff, _error, { type, id }) =>
        signOff ? [listTag(DECISION), documentTag(type, id), singleTag(type)] : [],
    }),
    getSignOffRules: build.query<SignOffRules, undefined>(reading('/work-tracking/sign-off')),
    askForSignOff: build.mutation<
      { documentId: string },
      { entry: ContentFilter; fields?: Record<string, unknown> }
    >({
      query: ({ entry, ...given }) => ({
        url: signOffPath(entry.id),
        method: 'POST',
        data: { ...entryQuery(entry), ...given },
      }),
      transformResponse: dataOf<{ documentId: string }>,
      // After a refusal too: somebody else may have asked.
      invalidatesTags: [listTag(DECISION)],
    }),
    publishWithoutSignOff: build.mutation<
      null,
      { entry: ContentFilter; contentDigest: string | null; reason: string }
    >({
      query: ({ entry, ...given }) => ({
        url: `/work-tracking/content/${encodeURIComponent(entry.id)}/publish`,
        method: 'POST',
        data: { ...entryQuery(entry), ...given },
      }),
      transformResponse: dataOf<null>,
      // After a refusal too: somebody else may have published or changed it.
      invalidatesTags: (_result, _error, { entry: { type, id } }) => [
        ...changedDocument(type, id),
        singleTag(type),
        ...PUBLISHED_TAGS,
      ],
    }),
  }),
});

export const {
  useGetTicketsAboutQuery,
  useGetDecisionsAboutQuery,
  useGetSignOffQuery,
  useGetSignOffRulesQuery,
  useAskForSignOffMutation,
  usePublishWithoutSignOffMutation,
} = workApi;
