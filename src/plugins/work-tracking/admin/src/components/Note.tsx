import { Typography } from '@strapi/design-system';
import type { ComponentProps } from 'react';

/** What is beside the matter: small, in grey. */
export const Note = (props: ComponentProps<typeof Typography>) => (
  <Typography variant="pi" textColor="neutral600" {...props} />
);
