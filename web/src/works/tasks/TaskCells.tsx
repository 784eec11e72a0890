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

/** Closes the editor of a value. The focus goes back to the value, or on to the next or the one before. */
export type Leave = (to?: 'next' | 'previous') => void

interface Props {
  task: Task
  onLeave: Leave
}

const editors = { status: StatusEditor, assignedTo: AssigneeEditor, dates: DatesEditor, progress: ProgressEditor }
export type EditorName = keyof typeof editors

/** One editor for whatever value of a task is being changed in place. */
export function TaskEditor({ name, ...props }: Props & { name: EditorName }) {
  const Editor = editors[name]
  return <Editor {...props} />
}

/** Saves what was entered, unless it is what is there already. */
function useChange(task: Task) {
  const { change } = useTaskEdits()
  return (edit: TaskEdit, done: string) => {
    const stored = new Map<string, unknown>(Object.entries(task))
    const isNew = Object.entries(edit).some(([name, value]) => stored.get(name) !== value)
    if (isNew) void change(task, edit, `${taskLabel(task)}: ${done}`)
  }
}

const leavesBy = ({ key, shiftKey }: KeyboardEvent) =>
  key === 'Tab' ? (shiftKey ? ('previous' as const) : ('next' as const)) : undefined

interface ListProps {
  label: string
  value: string | null
  options: { value: string; label: string }[]
  onChoose: (value: string) => void
  onLeave: Leave
}

/** A list to choose from, searched by typing. */
function Choices({ onChoose, onLeave, ...list }: ListProps) {
  const combobox = useCombobox({ opened: true, onDropdownClose: () => onLeave() })
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose} width="15rem" offset={0} position="bottom-start" shadow="md">
      <Combobox.DropdownTarget>
        <span className={classes['anchor']} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <ChoiceList {...list} store={combobox} onLeave={onLeave} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

type ChoiceListProps = Omit<ListProps, 'onChoose'> & { store: ComboboxStore }

/** In the dropdown, so that the list is there once this is. */
function ChoiceList({ label, value, options, store, onLeave }: ChoiceListProps) {
  const [search, setSearch] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const wanted = search.trim().toLowerCase()
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted))
  const { selectActiveOption, selectFirstOption } = store
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    // The window would scroll to the option as long as the list is not placed yet.
    const placed = setTimeout(wanted === '' ? selectActiveOption : selectFirstOption)
    return () => clearTimeout(placed)
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
          const to = leavesBy(event)
          if (!to) return
          event.preventDefault()
          onLeave(to)
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

function StatusEditor({ task, onLeave }: Props) {
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
        onClose={() => onLeave()}
      />
    )

  function choose(value: string) {
    const status = taskStatuses.find((one) => one === value)
    if (status === 'REJECTED' && task.status !== 'REJECTED') return setRejecting(true)
    if (status) change({ status }, t('status {status}', { status: words(status) }))
    onLeave()
  }
  const label = t('Status of {title}', { title: task.title })
  const options = optionsOf(statusesFor(task))
  return <Choices label={label} value={task.status} options={options} onChoose={choose} onLeave={onLeave} />
}

const nobody = { value: '', label: t('Nobody') }

function AssigneeEditor({ task, onLeave }: Props) {
  const change = useChange(task)
  const { options, nameOf } = useAssignees()
  function choose(id: string) {
    change({ assignedTo: id || null }, id ? t('assigned to {name}', { name: nameOf(id) }) : t('assigned to nobody'))
    onLeave()
  }
  return (
    <Choices
      label={t('Assignee of {title}', { title: task.title })}
      value={task.assignedTo ?? ''}
      options={[nobody, ...options]}
      onChoose={choose}
      onLeave={onLeave}
    />
  )
}

interface PanelProps {
  label: string
  /** False while what is entered cannot be saved. */
  save: () => boolean
  onLeave: Leave
  children: ReactNode
}

/** A small form beside the value. */
function Panel(props: PanelProps) {
  const { label, save, onLeave } = props
  const saveOutside = (isOpen: boolean) => !isOpen && save() && onLeave()
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

const reached = 'input, button:not([tabindex="-1"])'

/** Enter saves what was entered, and so does Tab at its end, which leads on; Escape leaves all as it was. */
function PanelForm({ save, onLeave, children }: PanelProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [])

  /** What cannot be saved is shown; the focus goes there, but where its calendar would cover what is wrong. */
  function leave(to?: 'next' | 'previous') {
    if (save()) onLeave(to)
    else if (!isNarrow()) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return onLeave()
    const to = leavesBy(event)
    const stops = [...(form.current?.querySelectorAll(reached) ?? [])]
    if (!to || event.target !== (to === 'next' ? stops.at(-1) : stops[0])) return
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
          <Button variant="default" size="xs" onClick={() => onLeave()}>
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

// In the panel, so that choosing a day is no click elsewhere; beside it, where there is room.
const calendar = () => ({ withinPortal: false, position: isNarrow() ? 'bottom-start' : 'left-start' }) as const

function DatesEditor({ task, onLeave }: Props) {
  const change = useChange(task)
  const [givenStartDate, setStart] = useState(task.givenStartDate)
  const [givenEndDate, setEnd] = useState(task.givenEndDate)
  const isTurned = givenStartDate !== null && givenEndDate !== null && givenEndDate < givenStartDate
  function save() {
    const done = t('given dates {start} to {end}', { start: dayText(givenStartDate), end: dayText(givenEndDate) })
    if (!isTurned) change({ givenStartDate, givenEndDate }, done)
    return !isTurned
  }
  return (
    <Panel label={t('Given dates of {title}', { title: task.title })} save={save} onLeave={onLeave}>
      <DayInput label={t('Given start date')} value={givenStartDate} onChange={setStart} popoverProps={calendar()} />
      <DayInput
        label={t('Given end date')}
        value={givenEndDate}
        onChange={setEnd}
        popoverProps={calendar()}
        error={isTurned && t('Given end date must not be before Given start date')}
      />
    </Panel>
  )
}

function ProgressEditor({ task, onLeave }: Props) {
  const change = useChange(task)
  const [progress, setTyped] = useState<Numeric>(task.progress)
  const isPart = typeof progress === 'number' && progress >= 0 && progress <= 100
  function save() {
    if (isPart) change({ progress }, t('progress {progress}', { progress: percent(progress) }))
    return isPart
  }
  return (
    <Panel label={t('Progress of {title}', { title: task.title })} save={save} onLeave={onLeave}>
      <NumericInput
        label={t('Progress')}
        rightSection="%"
        inputMode="decimal"
        read={parsePercent}
        fault={notANumber.percent}
        value={progress}
        onChange={setTyped}
        onFocus={(event) => event.currentTarget.select()}
        error={!isPart && t('Progress must be from 0 to 100')}
      />
      <input
        type="range"
        className={classes['slider']}
        aria-label={t('Progress in steps of 5')}
        step={5}
        value={isPart ? progress : 0}
        onChange={(event) => setTyped(Number(event.currentTarget.value))}
      />
    </Panel>
  )
}
