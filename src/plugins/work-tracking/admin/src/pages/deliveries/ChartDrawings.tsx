import { Box, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useTheme } from 'styled-components';
import type { Chart } from '../../api/deliveries';
import { useText } from '../../translations/messages';

const DAY_MS = 24 * 60 * 60 * 1000;
const FONT_SIZE = 11;

/** The parts that both charts share: axes, grid, tooltip and legend in the colours of the user's theme. */
function useChartFrame({ since, until }: Chart) {
  const { formatDate } = useIntl();
  const { colors } = useTheme();
  const isLong = Date.parse(until) - Date.parse(since) > 2 * DAY_MS;
  const tick = (at: string) =>
    formatDate(at, isLong ? { day: 'numeric', month: 'short' } : { timeStyle: 'short' });
  const axis = { stroke: colors.neutral300, tick: { fill: colors.neutral600, fontSize: FONT_SIZE } };
  /** The unit of an upright axis. */
  const unit = (value: string) => ({
    label: {
      value,
      angle: -90,
      position: 'insideLeft' as const,
      offset: 20,
      style: { fill: colors.neutral600, fontSize: FONT_SIZE, textAnchor: 'middle' as const },
    },
  });
  return {
    colors,
    parts: [
      <CartesianGrid key="grid" vertical={false} stroke={colors.neutral150} />,
      <XAxis key="x" dataKey="at" tickFormatter={tick} minTickGap={32} tickLine={false} {...axis} />,
      <Tooltip
        key="tooltip"
        isAnimationActive={false}
        cursor={{ fill: colors.neutral150, stroke: colors.neutral300 }}
        content={ChartTooltip}
      />,
      <Legend
        key="legend"
        itemSorter={null}
        iconSize={10}
        wrapperStyle={{ fontSize: FONT_SIZE + 1 }}
        formatter={(name: string) => <span style={{ color: colors.neutral600 }}>{name}</span>}
      />,
    ],
    axis,
    unit,
  };
}

/** The panel around a chart describes it to screen readers, and the table is for the keyboard. */
const CHART_PROPS = { accessibilityLayer: false, margin: { top: 8, right: 8, bottom: 0, left: -16 } };

export function AttemptsChart({ chart }: { chart: Chart }) {
  const text = useText();
  const { colors, parts, axis, unit } = useChartFrame(chart);
  const bar = { stackId: 'attempts', isAnimationActive: false, maxBarSize: 24 };
  return (
    <ResponsiveContainer>
      <BarChart data={[...chart.buckets]} {...CHART_PROPS}>
        {parts}
        <YAxis
          allowDecimals={false}
          tickCount={4}
          tickLine={false}
          {...axis}
          {...unit(text('deliveries.chart.attempts'))}
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

export function LatencyChart({ chart }: { chart: Chart }) {
  const text = useText();
  const { colors, parts, axis, unit } = useChartFrame(chart);
  const { formatNumber } = useIntl();
  const line = { connectNulls: true, isAnimationActive: false, strokeWidth: 2, unit: ' ms' };
  return (
    <ResponsiveContainer>
      <LineChart data={[...chart.buckets]} {...CHART_PROPS}>
        {parts}
        <YAxis
          tickCount={4}
          tickLine={false}
          tickFormatter={(ms: number) => formatNumber(ms)}
          {...axis}
          {...unit(text('deliveries.chart.milliseconds'))}
        />
        <Line
          dataKey="p50Ms"
          name="p50"
          stroke={colors.primary500}
          dot={{ r: 2, fill: colors.primary500 }}
          {...line}
        />
        <Line
          dataKey="p95Ms"
          name="p95"
          stroke={colors.warning500}
          strokeDasharray="4 2"
          dot={{ r: 2, fill: colors.warning500 }}
          {...line}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

interface ChartTooltipProps {
  active?: boolean;
  label?: string | number;
  payload?: readonly { name?: string | number; value?: unknown; color?: string; unit?: unknown }[];
}

/** The values at the mouse pointer. */
function ChartTooltip({ active, label, payload = [] }: ChartTooltipProps) {
  const { formatDate, formatNumber } = useIntl();
  if (!active || label === undefined) return null;
  return (
    <Box background="neutral0" borderColor="neutral150" hasRadius shadow="popupShadow" padding={2}>
      <Typography tag="p" variant="pi" textColor="neutral600">
        {formatDate(String(label), { dateStyle: 'medium', timeStyle: 'short' })}
      </Typography>
      {payload.map(({ name, value, color, unit }) => (
        <Typography key={name} tag="p" variant="pi" textColor="neutral800">
          <span aria-hidden style={{ color }}>
            ■{' '}
          </span>
          {`${name ?? ''}: ${formatNumber(Number(value))}${typeof unit === 'string' ? unit : ''}`}
        </Typography>
      ))}
    </Box>
  );
}
