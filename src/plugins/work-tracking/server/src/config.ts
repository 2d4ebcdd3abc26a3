import type { Core } from '@strapi/types';
import get from 'lodash/get';
import set from 'lodash/set';
import type { TicketMoves } from '../../domain/ticket';
import { SETTINGS } from './settings';

/** The plugin's configuration, checked and complete. */
export interface Config {
  /** Where v1 is, below Strapi's own prefix for the content API: one or more segments, each after a slash. */
  prefix: string;
  delivery: {
    maxAttempts: number;
    retryBaseMs: number;
    retryFactor: number;
    retryJitter: number;
    timeoutMs: number;
    concurrency: number;
    concurrencyPerSubscription: number;
    leaseMs: number;
    tickSeconds: number;
    allowPrivateNetworks: boolean;
    allowedNetworks: string[];
    httpsOnly: boolean;
    retentionDays: number;
    deadRetentionDays: number;
  };
  metrics: { token: string };
  openapi: { document: boolean; page: boolean };
  rateLimit: { readsPerMinute: number; writesPerMinute: number };
  /** The map of moves instead of the service's own; its names are checked at boot, when the statuses are known. */
  moves?: TicketMoves;
  /** The maps of projects with one of their own, by the project's key. */
  projectMoves?: Readonly<Record<string, TicketMoves>>;
}

/** What a lease has to outlive an attempt by: recording the outcome, and a pause of the process. */
const LEASE_MARGIN_MS = 15_000;

type Env = (name: string) => string | undefined;

function defaults({ env }: { env: Env }): Record<string, unknown> {
  const config = {};
  const isProduction = env('NODE_ENV') === 'production';
  for (const setting of SETTINGS) {
    const fallback = isProduction ? (setting.productionDefault ?? setting.default) : setting.default;
    // An empty variable counts as not set, as in a .env file with the value left out.
    set(config, setting.option, env(setting.variable) || fallback);
  }
  return config;
}

/**
 * Checks the configuration and replaces each value by the parsed one.
 * @throws Error with a sentence that names the setting; Strapi does not start then
 */
function validator(config: Record<string, unknown>): void {
  for (const { variable, option, schema } of SETTINGS) {
    const parsed = schema.safeParse(get(config, option));
    if (!parsed.success) {
      const reason = parsed.error.issues.map((issue) => issue.message).join('; ');
      throw new Error(`${variable} (${option}) is ${JSON.stringify(get(config, option))}: ${reason}.`);
    }
    set(config, option, parsed.data);
  }
  const { delivery, moves, projectMoves = {} } = config as unknown as Config;
  const shortestLeaseMs = delivery.timeoutMs + LEASE_MARGIN_MS;
  if (delivery.leaseMs < shortestLeaseMs) {
    throw new Error(
      `DELIVERY_LEASE_MS (delivery.leaseMs) is ${delivery.leaseMs}: ` +
        `it must be at least DELIVERY_TIMEOUT_MS and ${LEASE_MARGIN_MS} ms, that is ${shortestLeaseMs}.`,
    );
  }
  if (moves !== undefined && !isMoves(moves)) {
    throw new Error('moves must be an object that gives each ticket status a list of statuses.');
  }
  for (const [key, own] of Object.entries(projectMoves)) {
    if (!isMoves(own)) {
      throw new Error(
        `projectMoves.${key} must be an object that gives each ticket status a list of statuses.`,
      );
    }
  }
}

const isMoves = (moves: unknown): moves is TicketMoves =>
  typeof moves === 'object' && moves !== null && Object.values(moves).every(Array.isArray);

export const config = { default: defaults, validator };

/** The plugin's configuration as it was checked at boot. */
export const configOf = (strapi: Core.Strapi): Config => strapi.config.get<Config>('plugin::work-tracking');

/** Where v1 is, below the application's own address: `/api/v1` unless it is configured otherwise. */
export const apiPath = (strapi: Core.Strapi): string =>
  `${strapi.config.get<string>('api.rest.prefix', '/api')}${configOf(strapi).prefix}`;
