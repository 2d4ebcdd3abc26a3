const HOUR_MS = 60 * 60 * 1000;

/** The periods up to now by which deliveries can be filtered, for the server and the panel alike. */
export const PERIODS = ['hour', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_MS: Readonly<Record<Period, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
};
