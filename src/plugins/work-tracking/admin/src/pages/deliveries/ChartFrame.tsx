import { Box, Button, Flex, Loader, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useText } from '../../translations/messages';

/** Takes a line's height. */
const NOTHING_YET = '\u00a0';

interface ChartFrameProps {
  /** The time that the chart shows. */
  time: ReactNode;
  button: ReactNode;
  children: ReactNode;
}

export function ChartFrame({ time, button, children }: ChartFrameProps) {
  const text = useText();
  return (
    <Box tag="section" aria-label={text('deliveries.chart.title')}>
      <Flex justifyContent="space-between" paddingBottom={2}>
        <Typography variant="pi" textColor="neutral600">
          {time}
        </Typography>
        {button}
      </Flex>
      {children}
    </Box>
  );
}

interface ChartPanelProps {
  title: string;
  /** The chart in one sentence. */
  summary: string;
  children: ReactNode;
}

export function ChartPanel({ title, summary, children }: ChartPanelProps) {
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={4}>
      <Typography tag="h2" variant="omega" fontWeight="bold">
        {title}
      </Typography>
      <Typography tag="p" variant="pi" textColor="neutral600">
        {summary}
      </Typography>
      <Box height="20rem" paddingTop={4}>
        {children}
      </Box>
    </Box>
  );
}

/** Takes as much height as the chart that follows, so that nothing below it moves away from the pointer. */
export function ComingChart() {
  const text = useText();
  return (
    <ChartFrame
      time={text('state.loading')}
      button={
        <Button variant="ghost" size="S" disabled>
          {text('deliveries.chart.table')}
        </Button>
      }
    >
      <ChartPanel title={text('deliveries.chart.attempts')} summary={NOTHING_YET}>
        <Flex justifyContent="center" height="100%">
          <Loader small>{text('state.loading')}</Loader>
        </Flex>
      </ChartPanel>
    </ChartFrame>
  );
}
