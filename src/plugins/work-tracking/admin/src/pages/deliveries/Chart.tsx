import { Box, Button, Table, Tbody, Td, Tr, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useTheme } from 'styled-components';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../domain/period';
import { useGetDeliveryChartQuery, type DeliveryChart, type DeliveryFilters } from '../../api/deliveries';
import { CountedAt } from '../../components/Count';
import { QueryStates } from '../../components/QueryStates';
import { TableHead } from '../../components/Table';
import { Timestamp } from '../../components/Time';
import { usePolling } from '../../hooks/polling';
import { useText, type MessageId } from '../../translations/messages';
import { ChartFrame, ChartPanel, ComingChart } from './ChartFrame';

const REFRESH_MS = 30_000;

/** Delivered and failed attempts over time, as a chart or as a table. */
export default function Chart({
  filters: { state: _, search: _search, ...filters },
}: {
  filters: DeliveryFilters;
}) {
  const query = useGetDeliveryChartQuery(filters, {
    ...usePolling(REFRESH_MS),
    refetchOnMountOrArgChange: true,
  });
  if (query.isLoading) return <ComingChart />;
  return <QueryStates query={query}>{(chart) => <Attempts chart={chart} />}</QueryStates>;
}

function Attempts({ chart }: { chart: DeliveryChart }) {
  const text = useText();
  const { formatDate } = useIntl();
  const title = useAttemptsPer(chart.bucketMs);
  const [isTable, setIsTable] = useState(false);
  const { totals, since, until, isPartial, countedAt } = chart;
  const date = (at: string) => formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
  const summary = text('deliveries.chart.attempts.summary', { ...totals });
  const isEmpty = totals.delivered + totals.failed === 0;
  return (
    <ChartFrame
      time={
        <>
          {text('deliveries.chart.window', { since: date(since), until: date(until) })}
          {isPartial && ` ${text('deliveries.chart.partial')}`} <CountedAt at={countedAt} />
        </>
      }
      button={
        <Button variant="ghost" size="S" disabled={isEmpty} onClick={() => setIsTable(!isTable)}>
          {text(isTable ? 'deliveries.chart.draw' : 'deliveries.chart.table')}
        </Button>
      }
    >
      {isTable && !isEmpty ? (
        <ChartTable chart={chart} />
      ) : (
        <ChartPanel title={title} summary={isEmpty ? text('deliveries.chart.empty') : summary}>
          <Box height="100%" role="img" aria-label={`${title}: ${summary}`}>
            {!isEmpty && <Bars chart={chart} />}
          </Box>
        </ChartPanel>
      )}
    </ChartFrame>
  );
}

const UNITS: readonly (readonly [ms: number, name: MessageId])[] = [
  [DAY_MS, 'deliveries.chart.attempts.perDays'],
  [HOUR_MS, 'deliveries.chart.attempts.perHours'],
  [MINUTE_MS, 'deliveries.chart.attempts.perMinutes'],
];

/** What a bar counts, such as "Attempts per 30 minutes". */
function useAttemptsPer(bucketMs: number): string {
  const text = useText();
  const [ms, name] = UNITS.find(([unit]) => bucketMs % unit === 0) ?? [1, 'deliveries.chart.attempts'];
  return text(name, { count: bucketMs / ms });
}

/** The panel around it describes it to screen readers, and the table is for the keyboard. */
function Bars({ chart: { since, until, buckets } }: { chart: DeliveryChart }) {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const { colors } = useTheme();
  const isLong = Date.parse(until) - Date.parse(since) > 2 * DAY_MS;
  const tick = (at: string) =>
    formatDate(at, isLong ? { day: 'numeric', month: 'short' } : { timeStyle: 'short' });
  const small = { fontSize: 12 };
  const onAxis = { fill: colors.neutral600, fontSize: 11 };
  const axis = { stroke: colors.neutral300, tick: onAxis, tickLine: false };
  const unit = {
    value: text('deliveries.chart.attempts'),
    angle: -90,
    position: 'insideLeft' as const,
    offset: 20,
    style: { ...onAxis, textAnchor: 'middle' as const },
  };
  const bar = { stackId: 'attempts', isAnimationActive: false, maxBarSize: 24 };
  return (
    <ResponsiveContainer>
      <BarChart
        data={[...buckets]}
        accessibilityLayer={false}
        margin={{ top: 8, right: 8, bottom: 0, left: -16 }}
      >
        <CartesianGrid vertical={false} stroke={colors.neutral150} />
        <XAxis dataKey="at" tickFormatter={tick} minTickGap={32} {...axis} />
        <YAxis allowDecimals={false} tickCount={4} label={unit} {...axis} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: colors.neutral150, stroke: colors.neutral300 }}
          separator=": "
          labelFormatter={(at) =>
            typeof at === 'string' && formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })
          }
          formatter={(count) => formatNumber(Number(count))}
          contentStyle={{ background: colors.neutral0, borderColor: colors.neutral150, ...small }}
          labelStyle={{ color: colors.neutral600 }}
          itemStyle={{ color: colors.neutral800 }}
        />
        <Legend
          itemSorter={null}
          iconSize={10}
          wrapperStyle={small}
          formatter={(name: string) => <span style={{ color: colors.neutral600 }}>{name}</span>}
        />
        <Bar
          dataKey="delivered"
          name={text('deliveries.chart.delivered')}
          fill={colors.success500}
          {...bar}
        />
        <Bar dataKey="failed" name={text('deliveries.chart.failed')} fill={colors.danger500} {...bar} />
      </BarChart>
    </ResponsiveContainer>
  );
}

const COLUMNS: readonly MessageId[] = [
  'deliveries.chart.from',
  'deliveries.chart.delivered',
  'deliveries.chart.failed',
];

/** The numbers of the chart, for each bucket of time with an attempt, latest first. */
function ChartTable({ chart }: { chart: DeliveryChart }) {
  const text = useText();
  const { formatNumber } = useIntl();
  const buckets = chart.buckets.filter(({ delivered, failed }) => delivered + failed > 0).reverse();
  const label = text('deliveries.chart.title');
  return (
    <Box maxHeight="32rem" overflow="auto" tabIndex={0} role="group" aria-label={label}>
      <Table colCount={COLUMNS.length} rowCount={buckets.length + 1}>
        <TableHead columns={COLUMNS} />
        <Tbody>
          {buckets.map(({ at, delivered, failed }) => (
            <Tr key={at}>
              <Td>
                <Typography>
                  <Timestamp at={at} timeStyle="short" />
                </Typography>
              </Td>
              <Td>
                <Typography>{formatNumber(delivered)}</Typography>
              </Td>
              <Td>
                <Typography>{formatNumber(failed)}</Typography>
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Box>
  );
}
