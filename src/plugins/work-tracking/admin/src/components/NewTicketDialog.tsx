import { TextInput } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { lazy, Suspense, useRef, useState } from 'react';
import type { ContentReference } from '../../../domain/content';
import { titleOf, useFileTicketMutation, useGetBoardProjectsQuery, type BoardFilters } from '../api/board';
import { useMayChooseEntries } from '../api/entries';
import { useRefusedFields } from '../hooks/refused-fields';
import { useText } from '../translations/messages';
import { Choice, Labelled } from './fields';
import { FormDialog } from './FormDialog';
import { projectLabel } from './ProjectCombobox';
import { RequiredFields, useRequiredFields } from './RequiredFields';

// Loaded where there are entries to choose from.
const ContentList = lazy(() => import('./ContentList'));

interface NewTicketDialogProps {
  /** A ticket starts in the project and with the priority that the board is filtered by. */
  filters: BoardFilters;
  priorities: readonly string[];
  /** The entries that the ticket is about at first; none given where the user may not say what it is about. */
  content?: readonly ContentReference[] | undefined;
  /** Opens the ticket, which is named by its ref or public id. */
  onOpen: (name: string) => void;
  onFiled?: () => void;
  onClose: () => void;
}

const FIELDS = { title: 'title', project: 'project', priority: 'priority', content: 'content' } as const;

/** Files a ticket: Enter files it, Shift+Enter files and opens it. */
export function NewTicketDialog(props: NewTicketDialogProps) {
  const { filters, priorities, onOpen, onFiled, onClose } = props;
  const text = useText();
  const required = useRequiredFields('ticket');
  const { refused, refusal, refuse, forget } = useRefusedFields<string>({ ...required.byName, ...FIELDS });
  const { toggleNotification } = useNotification();
  const { data: projects = [] } = useGetBoardProjectsQuery(undefined);
  const [file, { isLoading }] = useFileTicketMutation();
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState(filters.project ?? '');
  const [priority, setPriority] = useState(filters.priority ?? '');
  const [content, setContent] = useState(props.content);
  const mayChoose = useMayChooseEntries(content !== undefined);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  /** At the Enter that sends the form, which is not told of the keys. */
  const isShiftPressed = useRef(false);
  const project = chosen === '' && projects.length === 1 ? (projects[0]?.documentId ?? '') : chosen;

  async function submit() {
    const opensIt = isShiftPressed.current;
    isShiftPressed.current = false;
    setHasSubmitted(true);
    if (title.trim() === '' || project === '') return;
    const result = await file({
      title,
      project,
      ...(priority === '' ? {} : { priority }),
      ...(content && { content }),
      ...required.given,
    });
    if (refuse(result)) return;
    const ticket = result.data;
    toggleNotification({
      type: 'success',
      message: text('board.filed', { name: ticket.ref ?? titleOf(ticket) }),
    });
    onFiled?.();
    onClose();
    if (opensIt) onOpen(ticket.ref ?? ticket.documentId);
  }

  return (
    <FormDialog
      title={text('board.new')}
      submit={text('board.file')}
      {...{ isLoading, refusal, onClose }}
      isReady={required.isAskable}
      onSubmit={submit}
    >
      <Labelled
        label={text('ticket.title')}
        required
        hint={text('board.new.hint')}
        error={hasSubmitted && title.trim() === '' ? text('board.new.title_missing') : refused.title}
      >
        <TextInput
          value={title}
          maxLength={255}
          onChange={({ target }) => {
            setTitle(target.value);
            forget('title');
          }}
          onKeyDown={({ key, shiftKey }) => {
            if (key === 'Enter') isShiftPressed.current = shiftKey;
          }}
        />
      </Labelled>
      <Labelled
        label={text('ticket.project')}
        required
        error={hasSubmitted && project === '' ? text('board.new.project_missing') : refused.project}
      >
        <Choice
          choices={projects.map((one) => [one.documentId, projectLabel(one)])}
          value={project}
          onChange={(id) => {
            setChosen(id);
            forget('project');
          }}
        />
      </Labelled>
      <Labelled label={text('ticket.priority')} error={refused.priority}>
        <Choice
          choices={priorities.map((one) => [one, one])}
          value={priority}
          placeholder={text('board.new.usual_priority')}
          onChange={(value) => {
            setPriority(value);
            forget('priority');
          }}
          onClear={() => setPriority('')}
        />
      </Labelled>
      <RequiredFields {...{ required, refused, forget }} />
      {content && mayChoose && (
        <Labelled label={text('ticket.content')} error={refused.content}>
          <Suspense fallback={null}>
            <ContentList content={content} isEditable onChange={setContent} />
          </Suspense>
        </Labelled>
      )}
    </FormDialog>
  );
}
