/**
 * Puts the process into UTC: the drivers of PostgreSQL and MySQL store times in its zone, where an hour of each autumn
 * is stored like the one before it, and a process in another zone reads them shifted.
 *
 * The zone that it was started in is kept: what an older version has stored is in that one, and is put into UTC once.
 * A process that this one starts finds both.
 */
export function stayInUtc(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone !== 'UTC') process.env.FORMER_TIME_ZONE ||= timeZone;
  process.env.TZ = 'UTC';
}
