import { Box, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { Chart } from '../../api/deliveries';
import { useText } from '../../translations/messages';

/** The numbers of both charts, for each bucket of time with an attempt, latest first. */
export function ChartTable({ chart }: { chart: Chart }) {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const buckets = chart.buckets.filter(({ delivered, failed }) => delivered + failed > 0).reverse();
  const columns = [
    text('deliveries.chart.from'),
    text('deliveries.chart.delivered'),
    text('deliveries.chart.failed'),
    text('deliveries.chart.latencyOf', { share: 'p50' }),
    text('deliveries.chart.latencyOf', { share: 'p95' }),
  ];
  const number = (value: number | null) => (value === null ? '–' : formatNumber(value));
  return (
    <Box
      maxHeight="32rem"
      overflow="auto"
      tabIndex={0}
      role="group"
      aria-label={text('deliveries.chart.title')}
    >
      <Table colCount={columns.length} rowCount={buckets.length + 1}>
        <Thead>
          <Tr>
            {columns.map((column) => (
              <Th key={column}>
                <Typography variant="sigma">{column}</Typography>
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {buckets.map(({ at, delivered, failed, p50Ms, p95Ms }) => (
            <Tr key={at}>
              {[
                formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }),
                ...[delivered, failed, p50Ms, p95Ms].map(number),
              ].map((cell, index) => (
                <Td key={columns[index]}>
                  <Typography>{cell}</Typography>
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Box>
  );
}
