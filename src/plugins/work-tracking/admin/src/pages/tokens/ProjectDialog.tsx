import { Field, TextInput } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { KEY_PATTERN } from '../../../../domain/project';
import { useSaveProjectMutation, type ListedProject, type ProjectData } from '../../api/projects';
import { useRefusalNotice } from '../../errors';
import { useText, type MessageId } from '../../translations/messages';
import { FormDialog } from './FormDialog';

interface ProjectDialogProps {
  /** The one to change; none makes a new one. */
  project: ListedProject | undefined;
  onClose: () => void;
}

/** What is wrong with each field; nothing where all is well. */
const faults = ({ key, name, ventureKey }: ProjectData): Partial<Record<keyof ProjectData, MessageId>> => ({
  ...(KEY_PATTERN.test(key) ? {} : { key: 'projects.key.hint' }),
  ...(name.trim() === '' ? { name: 'projects.name.missing' } : {}),
  ...(KEY_PATTERN.test(ventureKey) ? {} : { ventureKey: 'projects.key.hint' }),
});

const FIELDS = [
  ['key', 'projects.key'],
  ['name', 'projects.name'],
  ['ventureKey', 'projects.venture'],
] as const satisfies readonly [keyof ProjectData, MessageId][];

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const text = useText();
  const noticeRefusal = useRefusalNotice();
  const { toggleNotification } = useNotification();
  const [save, { isLoading }] = useSaveProjectMutation();
  const [data, setData] = useState<ProjectData>({
    key: project?.key ?? '',
    name: project?.name ?? '',
    ventureKey: project?.ventureKey ?? '',
  });
  const [isTried, setIsTried] = useState(false);
  const wrong = faults(data);

  async function submit() {
    setIsTried(true);
    if (Object.keys(wrong).length > 0) return;
    const answer = await save({ ...data, ...(project ? { documentId: project.documentId } : {}) });
    if (noticeRefusal(answer)) return;
    toggleNotification({ type: 'success', message: text('projects.saved', { key: data.key }) });
    onClose();
  }

  return (
    <FormDialog
      title={project ? text('projects.edit', { key: project.key }) : text('projects.create')}
      submit={text('action.save')}
      isLoading={isLoading}
      onSubmit={submit}
      onClose={onClose}
    >
      {FIELDS.map(([field, label]) => {
        const fault = isTried ? wrong[field] : undefined;
        return (
          <Field.Root
            key={field}
            required
            error={fault && text(fault)}
            hint={field === 'name' ? undefined : text('projects.key.hint')}
          >
            <Field.Label>{text(label)}</Field.Label>
            <TextInput
              value={data[field]}
              onChange={({ target }) => setData({ ...data, [field]: target.value })}
            />
            {fault ? <Field.Error /> : <Field.Hint />}
          </Field.Root>
        );
      })}
    </FormDialog>
  );
}
