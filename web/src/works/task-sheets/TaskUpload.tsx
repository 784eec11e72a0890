import { Alert, Button, Group, Select, Text } from '@mantine/core'
import type { Answer } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { downloadTaskTemplate, exportTasks, maxSheetTasks, uploadTasks } from '@plinth/api/works/task-sheets'
import { getTask } from '@plinth/api/works/tasks'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { download } from '../../lib/download.ts'
import { counted, plainText } from '../../lib/format.ts'
import { t, worded } from '../../lib/language.ts'
import { upload } from '../../lib/upload.ts'
import { useAllowed } from '../../lib/useAllowed.ts'
import { useCan } from '../../lib/useCan.ts'
import { Downloads, ImportFailures } from '../../platform/contract-imports/ImportFailures.tsx'
import {
  idle,
  UploadFigures,
  UploadForm,
  Uploading,
  useFocus,
  useUpload,
} from '../../platform/contract-imports/UploadForm.tsx'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { SheetNotes } from '../../ui/list/SheetNotes.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { UnsavedGuard } from '../../ui/shell/UnsavedGuard.tsx'
import { useProjects } from '../tasks/task-choices.ts'

type Outcome = Answer<typeof uploadTasks>

interface Attempt {
  projectId: string
  isDryRun: boolean
}

const kind = {
  label: t('File of tasks'),
  call: uploadTasks,
  rows: maxSheetTasks,
  intro: t(
    'The number is the key: a number that the project has changes that task, another adds one. All rows are stored, or none: one row with a fault keeps the whole file out, and is listed with what to mend. Check first judges every row and stores nothing.',
  ),
  getTemplate: (format: ExportFormat) => download(downloadTaskTemplate, { query: { format } }),
}

/** The project is part of the address, so that links can pass it. */
function useProjectId() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const choose = (projectId: string | null) =>
    void navigate({ to: '.', search: projectId ? { projectId } : {}, replace: true })
  return [plainText(search['projectId']), choose] as const
}

export function TaskUpload() {
  const [projectId, chooseProject] = useProjectId()
  const [file, setFile] = useState<File | null>(null)
  const [wasSubmitted, setSubmitted] = useState(false)
  const projectInput = useRef<HTMLInputElement>(null)
  const projects = useProjects()
  const mayUpload = useAllowed([uploadTasks])
  const { stage, setStage, send, cancel } = useUpload<Outcome & Attempt, Attempt>(async (chosen, attempt, watch) => {
    const query = { projectId: attempt.projectId, dryRun: attempt.isDryRun ? 'true' : 'false' } as const
    return { ...(await upload(uploadTasks, { query, body: chosen }, watch)), ...attempt }
  })
  if (mayUpload === false) return <Navigate to="/unauthorized" replace />

  function isReady() {
    setSubmitted(true)
    if (projectId === '') projectInput.current?.focus()
    return projectId !== ''
  }

  return (
    <Screen
      title={t('Upload tasks')}
      context={stage.name !== 'idle' && projects.nameOf(projectId)}
      actions={<TreeLink projectId={projectId}>{t('Project tasks')}</TreeLink>}
    >
      <UnsavedGuard
        unsaved={() => stage.name === 'uploading'}
        title={t('Leave while uploading?')}
        loss={t('Leaving cancels the upload, unless the whole file was stored just before.')}
      />
      {stage.name === 'idle' && stage.cancelled && <Cancelled {...stage.cancelled} />}
      {stage.name === 'idle' && (
        <UploadForm
          kind={kind}
          file={file}
          fault={stage.fault}
          takesFocus={stage.isReset === true}
          isReady={isReady}
          onChoose={(chosen) => {
            setFile(chosen)
            setStage(idle)
          }}
          onFault={(fault) => setStage({ name: 'idle', fault })}
          onSend={(chosen, isDryRun) => void send(chosen, { projectId, isDryRun })}
        >
          <ProjectChoice
            projects={projects}
            inputRef={projectInput}
            projectId={projectId}
            fault={wasSubmitted && projectId === '' ? t('Please choose a project.') : null}
            onChoose={chooseProject}
          />
        </UploadForm>
      )}
      {stage.name === 'uploading' && (
        <Uploading
          file={stage.file}
          sent={stage.sent}
          isDryRun={stage.attempt.isDryRun}
          note={t('Cancelled before its end, nothing of the file is stored.')}
          onCancel={cancel}
        />
      )}
      {stage.name === 'done' && (
        <Done
          outcome={stage.outcome}
          onUpload={file && (() => void send(file, { projectId: stage.outcome.projectId, isDryRun: false }))}
          onReset={() => {
            setFile(null)
            setSubmitted(false)
            setStage({ ...idle, isReset: true })
          }}
        />
      )}
    </Screen>
  )
}

const TreeLink = ({ projectId, children }: { projectId: string; children: string }) => (
  <LinkButton variant="default" to="/project-tasks/list" search={projectId ? { projectId } : {}} call={getTask}>
    {children}
  </LinkButton>
)

interface ChoiceProps {
  projects: ReturnType<typeof useProjects>
  inputRef: React.Ref<HTMLInputElement>
  projectId: string
  fault: string | null
  onChoose: (projectId: string | null) => void
}

function ProjectChoice({ projects: { options, nameOf }, inputRef, projectId, fault, onChoose }: ChoiceProps) {
  const mayExport = useCan(exportTasks)
  const isKnown = projectId === '' || options.some(({ value }) => value === projectId)
  return (
    <>
      <Select
        ref={inputRef}
        label={t('Project')}
        required
        searchable
        withScrollArea={false}
        maw="46rem"
        mb="sm"
        data={isKnown ? options : [{ value: projectId, label: nameOf(projectId) }, ...options]}
        value={projectId || null}
        error={fault && <span role="alert">{fault}</span>}
        onChange={onChoose}
      />
      {projectId !== '' && mayExport && (
        <Group mb="sm">
          <Downloads
            label={t('Its tasks as they are, to change and upload')}
            of={t('the tasks of the project')}
            get={(format) => download(exportTasks, { query: { projectId, format } })}
          />
        </Group>
      )}
    </>
  )
}

function Cancelled({ projectId, isDryRun }: Attempt) {
  const box = useFocus()
  const title = isDryRun ? t('The check was cancelled') : t('The upload was cancelled')
  return (
    <Alert ref={box} tabIndex={-1} color="orange" mb="sm" role="alert" title={title}>
      {isDryRun ? (
        t('Nothing was stored.')
      ) : (
        <>
          <Text size="sm" mb="xs">
            {t('Nothing was stored, unless the whole file just was: the tree shows it.')}
          </Text>
          <TreeLink projectId={projectId}>{t('See the tree')}</TreeLink>
        </>
      )}
    </Alert>
  )
}

interface DoneProps {
  outcome: Outcome & Attempt
  /** Uploads the checked file, this time storing it. */
  onUpload: (() => void) | null
  onReset: () => void
}

function Done({ outcome, onUpload, onReset }: DoneProps) {
  const box = useFocus()
  const { sentences, isDryRun, fileName, rowsRead, added, changed, unchanged, failed, failures, projectId } = outcome
  const isGood = failed === 0
  const written = added + changed
  const figures = [
    [t('Rows read'), rowsRead],
    [t('New'), added],
    [t('Changed'), changed],
    [t('Unchanged'), unchanged],
    [t('To mend'), failed],
  ] as const
  return (
    <RecordSection title={isDryRun ? t('Check of {fileName}', { fileName }) : t('Upload of {fileName}', { fileName })}>
      <Alert ref={box} tabIndex={-1} role="alert" color={isGood ? 'green' : 'red'} mb="md">
        <Text fw={600}>{sentences.map((one) => worded(one)).join(' ') || t('Upload successful!')}</Text>
      </Alert>
      <UploadFigures figures={figures} />
      {outcome.ignoredColumns.length > 0 && (
        <Alert color="yellow" mb="md" title={t('These columns were not read')}>
          {t('{columns}. Their headings are no field of a task.', { columns: outcome.ignoredColumns.join(', ') })}
        </Alert>
      )}
      <SheetNotes notes={outcome.notes} />
      <Group gap="xs" mb={isGood ? 0 : 'md'}>
        {isDryRun && isGood && written > 0 && onUpload && (
          <Button onClick={onUpload}>{t('Upload {tasks}', { tasks: counted(written, 'task') })}</Button>
        )}
        {!isDryRun && isGood && <TreeLink projectId={projectId}>{t('See the tree')}</TreeLink>}
        <Button variant="default" onClick={onReset}>
          {t('Reset')}
        </Button>
      </Group>
      {!isGood && <ImportFailures failures={failures} failed={failed} reference={t('Number')} />}
    </RecordSection>
  )
}
