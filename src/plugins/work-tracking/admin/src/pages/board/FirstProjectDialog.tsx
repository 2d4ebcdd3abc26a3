import { TextButton, TextInput, Typography } from '@strapi/design-system';
import { ChevronDown, ChevronUp } from '@strapi/icons';
import { useState } from 'react';
import { KEY_PATTERN, keysOf } from '../../../../domain/project';
import { slugOf } from '../../../../domain/slug';
import { useSaveProjectMutation, type ProjectData } from '../../api/projects';
import { Labelled } from '../../components/fields';
import { FormDialog } from '../../components/FormDialog';
import { RequiredFields, useRequiredFields } from '../../components/RequiredFields';
import { useRefusedFields } from '../../hooks/refused-fields';
import { useText, type MessageId } from '../../translations/messages';

interface FirstProjectDialogProps {
  /** Takes its public id. */
  onCreated: (documentId: string) => void;
  onClose: () => void;
}

const KEYS = [
  ['key', 'projects.key'],
  ['ventureKey', 'projects.venture'],
] as const satisfies readonly [keyof ProjectData, MessageId][];

const BY_NAME = { name: 'name', key: 'key', ventureKey: 'ventureKey' } as const;

/** A project by its name alone; the keys that follow from it can be changed. */
export function FirstProjectDialog({ onCreated, onClose }: FirstProjectDialogProps) {
  const text = useText();
  const required = useRequiredFields('project');
  const { refused, refusal, refuse, forget } = useRefusedFields<string>({ ...required.byName, ...BY_NAME });
  const [save, { isLoading }] = useSaveProjectMutation();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<Partial<Omit<ProjectData, 'name'>>>({});
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const keys = { ...keysOf(slugOf(name)), ...typed };
  const isRight = (field: keyof typeof keys) => KEY_PATTERN.test(keys[field]);

  async function submit() {
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    if (!KEYS.every(([field]) => isRight(field))) {
      setOpen(true);
      return;
    }
    const result = await save({ name: name.trim(), ...keys, ...required.given });
    if (refuse(result)) {
      // Most of what can be refused is in them.
      setOpen(true);
      return;
    }
    onClose();
    onCreated(result.data.documentId);
  }

  return (
    <FormDialog
      title={text('start.project')}
      submit={text('start.project.submit')}
      isLoading={isLoading}
      isReady={required.isAskable}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Labelled
        label={text('projects.name')}
        required
        error={isMissing && name.trim() === '' ? text('projects.name.missing') : refused.name}
      >
        <TextInput
          value={name}
          maxLength={255}
          onChange={({ target }) => {
            setName(target.value);
            // The keys that are not typed follow the name.
            forget('name');
            if (typed.key === undefined) forget('key');
          }}
        />
      </Labelled>
      <RequiredFields {...{ required, refused, forget }} />
      <Typography textColor="neutral600">
        {text('start.project.keys', { example: `${keys.key}-1`, venture: keys.ventureKey })}{' '}
        {text('start.venture')}
      </Typography>
      <TextButton
        type="button"
        aria-expanded={isOpen}
        endIcon={isOpen ? <ChevronUp /> : <ChevronDown />}
        onClick={() => setOpen(!isOpen)}
      >
        {text('start.more')}
      </TextButton>
      {isOpen &&
        KEYS.map(([field, label]) => {
          const error = isRight(field) ? refused[field] : text('projects.key.hint');
          return (
            <Labelled key={field} label={text(label)} required error={error} hint={text('projects.key.hint')}>
              <TextInput
                value={keys[field]}
                onChange={({ target }) => {
                  setTyped({ ...typed, [field]: target.value });
                  forget(field);
                }}
              />
            </Labelled>
          );
        })}
    </FormDialog>
  );
}
