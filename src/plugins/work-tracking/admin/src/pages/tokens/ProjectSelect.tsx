import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import type { ListedProject } from '../../api/projects';
import { projectLabel } from '../../components/ProjectCombobox';
import { useText } from '../../translations/messages';

interface ProjectSelectProps {
  projects: readonly ListedProject[];
  /** A project's public id; empty for none yet. */
  value: string;
  onChange: (documentId: string) => void;
}

export function ProjectSelect({ projects, value, onChange }: ProjectSelectProps) {
  const text = useText();
  return (
    <Field.Root required>
      <Field.Label>{text('tokens.project')}</Field.Label>
      <SingleSelect
        value={value === '' ? null : value}
        placeholder={text('tokens.project.choose')}
        onChange={(chosen) => onChange(String(chosen))}
      >
        {projects.map((project) => (
          <SingleSelectOption key={project.documentId} value={project.documentId}>
            {projectLabel(project)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
}
