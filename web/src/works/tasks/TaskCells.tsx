import { Box, Button, Combobox, type ComboboxStore, Group, Popover, Stack, useCombobox } from '@mantine/core'
import { notANumber, parsePercent } from '@plinth/api/kernel/amounts'
import { type Task, taskStatuses } from '@plinth/api/works/tasks'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { dayText, optionsOf, percent, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { DayInput } from '../../ui/form/DayInput.tsx'
import { type Numeric, NumericInput } from '../../ui/form/NumericInput.tsx'
import choices from '../../ui/shell/choices.module.css'
import { RejectTask } from './RejectTask.tsx'
import classes from './TaskColumns.module.css'
import { useAssignees, useReviewRule } from './task-choices.ts'
import { type TaskEdit, taskLabel } from './task-tree.ts'
import { useTaskEdits } from './useTaskEdits.ts'

/** Closes the editor of a value. The focus returns to the value, or moves to the next or the previous one. */
export type CloseEditor = (to?: 'next' | 'previous') => void

interface Props {
  task: Task
  onClose: CloseEditor
}

const editors = { status: StatusEditor, assignedTo: AssigneeEditor, dates: DatesEditor, progress: ProgressEditor }
export type EditorName = keyof typeof editors

/** The editor of the value that is edited in place. */
export function TaskEditor({ name, ...props }: Props & { name: EditorName }) {
  const Editor = editors[name]
  return <Editor {...props} />
}

/** Saves the entered value if it differs from the stored one. */
function useChange(task: Task) {
  const { change } = useTaskEdits()
  return (edit: TaskEdit, done: string) => {
    const stored = new Map<string, unknown>(Object.entries(task))
    const isChanged = Object.entries(edit).some(([name, value]) => stored.get(name) !== value)
    if (isChanged) void change(task, edit, `${taskLabel(task)}: ${done}`)
  }
}

const directionOf = ({ key, shiftKey }: KeyboardEvent) =>
  key === 'Tab' ? (shiftKey ? ('previous' as const) : ('next' as const)) : undefined

interface ListProps {
  label: string
  value: string | null
  options: { value: string; label: string }[]
  onChoose: (value: string) => void
  onClose: CloseEditor
}

/** A list of choices that can be searched by typing. */
function Choices({ onChoose, onClose, ...list }: ListProps) {
  const combobox = useCombobox({ opened: true, onDropdownClose: () => onClose() })
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose} width="15rem" offset={0} position="bottom-start" shadow="md">
      <Combobox.DropdownTarget>
        <span className={classes['anchor']} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <ChoiceList {...list} store={combobox} onClose={onClose} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

type ChoiceListProps = Omit<ListProps, 'onChoose'> & { store: ComboboxStore }

/** A component inside the dropdown, so that the list is mounted when the effects run. */
function ChoiceList({ label, value, options, store, onClose }: ChoiceListProps) {
  const [search, setSearch] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const wanted = search.trim().toLowerCase()
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted))
  const { selectActiveOption, selectFirstOption } = store
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    // Deferred: until the list is positioned, selecting an option would scroll the window.
    const timer = setTimeout(wanted === '' ? selectActiveOption : selectFirstOption)
    return () => clearTimeout(timer)
  }, [wanted, selectActiveOption, selectFirstOption])

  return (
    <>
      <Combobox.Search
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-label={label}
        placeholder={t('Search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          const to = directionOf(event)
          if (!to) return
          event.preventDefault()
          onClose(to)
        }}
      />
      <Combobox.Options id={listId} className={choices['options'] ?? ''} aria-label={label}>
        {found.map((option) => (
          <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
            {option.label}
          </Combobox.Option>
        ))}
        {found.length === 0 && <Combobox.Empty>{t('Nothing found')}</Combobox.Empty>}
      </Combobox.Options>
    </>
  )
}

function StatusEditor({ task, onClose }: Props) {
  const change = useChange(task)
  const { statusesFor } = useReviewRule()
  const [rejecting, setRejecting] = useState(false)
  if (rejecting)
    return (
      <RejectTask
        task={task}
        onReject={(rejectionReason) =>
          change({ status: 'REJECTED', rejectionReason }, t('status {status}', { status: words('REJECTED') }))
        }
        onClose={() => onClose()}
      />
    )

  function choose(value: string) {
    const status = taskStatuses.find((one) => one === value)
    if (status === 'REJECTED' && task.status !== 'REJECTED') return setRejecting(true)
    if (status) change({ status }, t('status {status}', { status: words(status) }))
    onClose()
  }
  const label = t('Status of {title}', { title: task.title })
  const options = optionsOf(statusesFor(task))
  return <Choices label={label} value={task.status} options={options} onChoose={choose} onClose={onClose} />
}

const nobody = { value: '', label: t('Nobody') }

function AssigneeEditor({ task, onClose }: Props) {
  const change = useChange(task)
  const { options, nameOf } = useAssignees()
  function choose(id: string) {
    change({ assignedTo: id || null }, id ? t('assigned to {name}', { name: nameOf(id) }) : t('assigned to nobody'))
    onClose()
  }
  return (
    <Choices
      label={t('Assignee of {title}', { title: task.title })}
      value={task.assignedTo ?? ''}
      options={[nobody, ...options]}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

interface PanelProps {
  label: string
  /** Returns false if the entered value cannot be saved. */
  save: () => boolean
  onClose: CloseEditor
  children: ReactNode
}

/** A small form next to the value. */
function Panel(props: PanelProps) {
  const { label, save, onClose } = props
  const saveOutside = (isOpen: boolean) => !isOpen && save() && onClose()
  return (
    <Popover opened onChange={saveOutside} closeOnEscape={false} withRoles={false} position="bottom-start" shadow="md">
      <Popover.Target>
        <span className={classes['anchor']} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} w="15rem">
        <PanelForm {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

const focusable = 'input, button:not([tabindex="-1"])'

/** Enter saves, and so does Tab at the end, which also moves to the next value; Escape discards. */
function PanelForm({ save, onClose, children }: PanelProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [])

  /**
   * Leaves if saving works. Otherwise the invalid field takes the focus, except on narrow windows, where its calendar would cover the
   * message.
   */
  function leave(to?: 'next' | 'previous') {
    if (save()) onClose(to)
    else if (!isNarrow()) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return onClose()
    const to = directionOf(event)
    const fields = [...(form.current?.querySelectorAll(focusable) ?? [])]
    if (!to || event.target !== (to === 'next' ? fields.at(-1) : fields[0])) return
    event.preventDefault()
    leave(to)
  }
  return (
    <Box onKeyDown={onKeyDown}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          leave()
        }}
        noValidate
      >
        <Stack gap="xs">{children}</Stack>
        <Group gap="xs" mt="sm" justify="flex-end">
          <Button variant="default" size="xs" onClick={() => onClose()}>
            {t('Cancel')}
          </Button>
          <Button type="submit" size="xs">
            {t('Save')}
          </Button>
        </Group>
      </form>
    </Box>
  )
}

const isNarrow = () => window.innerWidth < 640

// Inside the panel, so that choosing a day does not count as a click outside; next to it if there is room.
const calendar = () => ({ withinPortal: false, position: isNarrow() ? 'bottom-start' : 'left-start' }) as const

function DatesEditor({ task, onClose }: Props) {
  const change = useChange(task)
  const [givenStartDate, setStart] = useState(task.givenStartDate)
  const [givenEndDate, setEnd] = useState(task.givenEndDate)
  const isReversed = givenStartDate !== null && givenEndDate !== null && givenEndDate < givenStartDate
  function save() {
    const done = t('given dates {start} to {end}', { start: dayText(givenStartDate), end: dayText(givenEndDate) })
    if (!isReversed) change({ givenStartDate, givenEndDate }, done)
    return !isReversed
  }
  return (
    <Panel label={t('Given dates of {title}', { title: task.title })} save={save} onClose={onClose}>
      <DayInput label={t('Given start date')} value={givenStartDate} onChange={setStart} popoverProps={calendar()} />
      <DayInput
        label={t('Given end date')}
        value={givenEndDate}
        onChange={setEnd}
        popoverProps={calendar()}
        error={isReversed && t('Given end date must not be before Given start date')}
      />
    </Panel>
  )
}

function ProgressEditor({ task, onClose }: Props) {
  const change = useChange(task)
  const [progress, setTyped] = useState<Numeric>(task.progress)
  const isValid = typeof progress === 'number' && progress >= 0 && progress <= 100
  function save() {
    if (isValid) change({ progress }, t('progress {progress}', { progress: percent(progress) }))
    return isValid
  }
  return (
    <Panel label={t('Progress of {title}', { title: task.title })} save={save} onClose={onClose}>
      <NumericInput
        label={t('Progress')}
        rightSection="%"
        inputMode="decimal"
        read={parsePercent}
        fault={notANumber.percent}
        value={progress}
        onChange={setTyped}
        onFocus={(event) => event.currentTarget.select()}
        error={!isValid && t('Progress must be from 0 to 100')}
      />
      <input
        type="range"
        className={classes['slider']}
        aria-label={t('Progress in steps of 5')}
        step={5}
        value={isValid ? progress : 0}
        onChange={(event) => setTyped(Number(event.currentTarget.value))}
      />
    </Panel>
  )
}
