import { Box, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { DeliveryDetail } from '../../api/deliveries';
import { useText } from '../../translations/messages';
import { HEADER_RECIPES } from './names';

/** The headers that each attempt carries; of those that are made of the secret, how. */
export function Headers({ headers }: { headers: NonNullable<DeliveryDetail['headers']> }) {
  const text = useText();
  return (
    <Box
      tag="section"
      aria-labelledby="headers"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={4}
    >
      <Typography id="headers" tag="h2" variant="delta">
        {text('deliveries.headers')}
      </Typography>
      <List>
        {headers.map(({ name, value }) => {
          const recipe = HEADER_RECIPES[name];
          return (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{value === null ? <em>{recipe && text(recipe)}</em> : <code>{value}</code>}</dd>
            </div>
          );
        })}
      </List>
    </Box>
  );
}

const List = styled.dl`
  margin-top: ${({ theme }) => theme.spaces[2]};
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: 1.5;
  color: ${({ theme }) => theme.colors.neutral800};

  & > div {
    display: grid;
    grid-template-columns: 18rem 1fr;
    gap: ${({ theme }) => theme.spaces[4]};
    padding: ${({ theme }) => theme.spaces[2]} 0;
    border-top: 1px solid ${({ theme }) => theme.colors.neutral150};
  }

  code {
    font-family: monospace;
    overflow-wrap: anywhere;
  }

  em {
    color: ${({ theme }) => theme.colors.neutral600};
  }
`;
