import { Box, Button, Checkbox, Flex, IconButton, Modal, Typography } from '@strapi/design-system';
import { Duplicate, Information } from '@strapi/icons';
import { useCallback, useEffect, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { styled } from 'styled-components';
import type { IssuedToken, NewToken } from '../../api/projects';
import { useCopy } from '../../hooks/clipboard';
import { useText } from '../../translations/messages';

interface IssuedDialogProps {
  issued: IssuedToken;
  access: NewToken['access'];
  onClose: () => void;
  /** Gives the focus back to what the form before was opened by. */
  onCloseAutoFocus: (event: Event) => void;
}

/** The address at which the panel itself calls Strapi. */
const backendUrl = () => (window.strapi as unknown as { backendURL: string }).backendURL;

/** A command that works as it is: it files a ticket, or lists tickets if the token is read-only. */
function curlLine({ token, apiPath }: IssuedToken, access: NewToken['access']): string {
  const url = `${backendUrl()}${apiPath}/tickets`;
  const call = `curl ${url} -H 'Authorization: Bearer ${token}'`;
  return access === 'full' ? `${call} -H 'Content-Type: application/json' -d '{"title": "Say hello"}'` : call;
}

/**
 * The token in clear text, which is shown this once, and a command that uses it. Nothing but its button closes the
 * dialog, once the token was copied or the user says that it is kept; until then the page is not left either.
 */
export function IssuedDialog({ issued, access, onClose, onCloseAutoFocus }: IssuedDialogProps) {
  const text = useText();
  const [isKept, setIsKept] = useState(false);
  const onCopied = () => setIsKept(true);
  useStayOnPage(!isKept);
  return (
    <Modal.Root open>
      <Modal.Content aria-describedby={undefined} onCloseAutoFocus={onCloseAutoFocus}>
        {/* `Modal.Header` would add a button that closes it. */}
        <Header tag="header" padding={4} paddingLeft={5} paddingRight={5} background="neutral100">
          <Modal.Title>{text('tokens.issued.title')}</Modal.Title>
        </Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            <Flex gap={3} padding={4} background="primary100" hasRadius>
              <Information fill="primary600" aria-hidden style={{ flexShrink: 0 }} />
              <Typography textColor="neutral800">
                <Typography fontWeight="bold">{text('tokens.issued.once')}</Typography>{' '}
                {text('tokens.issued.lost')}
              </Typography>
            </Flex>
            <Copyable
              label={text('tokens.issued.token')}
              copy={text('tokens.issued.copy')}
              value={issued.token}
              onCopied={onCopied}
            />
            <Copyable
              label={text('tokens.issued.try')}
              copy={text('tokens.issued.copyLine')}
              value={curlLine(issued, access)}
              onCopied={onCopied}
            />
            <Checkbox checked={isKept} onCheckedChange={(checked) => setIsKept(checked === true)}>
              {text('tokens.issued.kept')}
            </Checkbox>
          </Flex>
        </Modal.Body>
        <Modal.Footer justifyContent="flex-end">
          <Button disabled={!isKept} onClick={onClose}>
            {text('action.done')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Keeps the browser's Back on this page, and has the browser ask before it is left or loaded again. */
function useStayOnPage(isOn: boolean): void {
  const blocker = useBlocker(isOn);
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isOn) event.preventDefault();
      },
      [isOn],
    ),
  );
}

interface CopyableProps {
  label: string;
  /** The name of the button that copies. */
  copy: string;
  value: string;
  onCopied: () => void;
}

function Copyable({ label, copy, value, onCopied }: CopyableProps) {
  const toClipboard = useCopy({ copied: 'action.copied', notCopied: 'action.notCopied' });
  const copyValue = async () => {
    if (await toClipboard(value)) onCopied();
  };
  return (
    <Box>
      <Flex justifyContent="space-between" paddingBottom={1}>
        <Typography variant="pi" fontWeight="bold">
          {label}
        </Typography>
        <IconButton label={copy} variant="ghost" onClick={() => void copyValue()}>
          <Duplicate />
        </IconButton>
      </Flex>
      <Code aria-label={label} tabIndex={0} role="textbox" aria-readonly aria-multiline>
        {value}
      </Code>
    </Box>
  );
}

const Header = styled(Box)`
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};
`;

const Code = styled.div`
  padding: ${({ theme }) => theme.spaces[3]};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral100};
  color: ${({ theme }) => theme.colors.neutral800};
  font-family: 'SF Mono', SFMono-Regular, ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: ${({ theme }) => theme.lineHeights[4]};
  max-height: 16rem;
  overflow-y: auto;
  overflow-wrap: anywhere;
  user-select: all;
`;
