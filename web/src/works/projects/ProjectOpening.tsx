import { getContract } from '@plinth/api/tenders/contracts'
import type { Project } from '@plinth/api/works/projects'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { RecordSides } from '../../ui/form/RecordSides.tsx'
import { RecordStory } from '../../ui/record/RecordStory.tsx'
import { ProjectHead } from './ProjectHead.tsx'
import { storyOfProject } from './project-story.ts'

const sides = [
  { id: 'tasks', label: t('Tasks') },
  { id: 'facts', label: t('Facts') },
  { id: 'papers', label: t('Papers') },
  { id: 'notes', label: t('Notes') },
  { id: 'history', label: t('History') },
]

/** The top of a project's page. */
export function ProjectOpening({ project }: { project: Project }) {
  const maySeeContract = useCan(getContract)
  return (
    <>
      <ProjectHead project={project} />
      <RecordStory steps={storyOfProject(project, maySeeContract)} />
      <RecordSides sides={sides} />
    </>
  )
}
