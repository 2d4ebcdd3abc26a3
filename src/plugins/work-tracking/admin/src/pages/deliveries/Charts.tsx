import { Box, Button, Grid } from '@strapi/design-system';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useGetDeliveryChartQuery, type Chart, type DeliveryFilters } from '../../api/deliveries';
import { CountedAt } from '../../components/Count';
import { QueryStates } from '../../components/QueryStates';
import { usePolling } from '../../hooks/polling';
import { useText, type MessageId } from '../../translations/messages';
import { AttemptsChart, LatencyChart } from './ChartDrawings';
import { ChartFrame, ChartPanel, ComingCharts } from './ChartFrame';
import { ChartTable } from './ChartTable';

const REFRESH_MS = 30_000;

/** Delivered and failed attempts over time, and how long the receivers took to answer: as charts or as a table. */
export default function Charts({
  filters: { state: _, search: _search, ...filters },
}: {
  filters: DeliveryFilters;
}) {
  const chart = useGetDeliveryChartQuery(filters, {
    ...usePolling(REFRESH_MS),
    refetchOnMountOrArgChange: true,
  });
  if (chart.isLoading) return <ComingCharts />;
  return <QueryStates query={chart}>{(data) => <ChartPanels chart={data} />}</QueryStates>;
}

function ChartPanels({ chart }: { chart: Chart }) {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const attemptsPer = useAttemptsPer();
  const [isTable, setIsTable] = useState(false);
  const { totals, since, until, isPartial, countedAt } = chart;
  const date = (at: string) => formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
  const milliseconds = (value: number | null) =>
    value === null ? '–' : text('deliveries.chart.ms', { ms: formatNumber(value) });
  const attempts = text('deliveries.chart.attempts.summary', {
    delivered: totals.delivered,
    failed: totals.failed,
  });
  const latency = text('deliveries.chart.latency.summary', {
    p50: milliseconds(totals.p50Ms),
    p95: milliseconds(totals.p95Ms),
  });
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
        <Grid.Root gap={4}>
          <DescribedChart title={attemptsPer(chart.bucketMs)} summary={attempts} isEmpty={isEmpty}>
            <AttemptsChart chart={chart} />
          </DescribedChart>
          <DescribedChart
            title={text('deliveries.chart.latency')}
            summary={latency}
            isEmpty={totals.p50Ms === null}
          >
            <LatencyChart chart={chart} />
          </DescribedChart>
        </Grid.Root>
      )}
    </ChartFrame>
  );
}

const MINUTE_MS = 60_000;
const UNITS: readonly (readonly [ms: number, name: MessageId])[] = [
  [24 * 60 * MINUTE_MS, 'deliveries.chart.attempts.perDays'],
  [60 * MINUTE_MS, 'deliveries.chart.attempts.perHours'],
  [MINUTE_MS, 'deliveries.chart.attempts.perMinutes'],
];

/** A function that names what a bar counts, such as "Attempts per 30 minutes". */
function useAttemptsPer(): (bucketMs: number) => string {
  const text = useText();
  return (bucketMs) => {
    const [ms, name] = UNITS.find(([unit]) => bucketMs % unit === 0) ?? [1, 'deliveries.chart.attempts'];
    return text(name, { count: bucketMs / ms });
  };
}

interface DescribedChartProps {
  title: string;
  /** The chart in one sentence, also for screen readers. */
  summary: string;
  isEmpty: boolean;
  children: ReactNode;
}

function DescribedChart({ title, summary, isEmpty, children }: DescribedChartProps) {
  const text = useText();
  return (
    <ChartPanel title={title} summary={isEmpty ? text('deliveries.chart.empty') : summary}>
      <Box height="100%" role="img" aria-label={`${title}: ${summary}`}>
        {!isEmpty && children}
      </Box>
    </ChartPanel>
  );
}
