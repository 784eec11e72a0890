import { Button, Drawer, NativeSelect, Text, Textarea } from '@mantine/core'
import { notANumber, parseNumber } from '@plinth/api/kernel/amounts'
import type { Task } from '@plinth/api/works/tasks'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { decimal, optionsOf, percent, roundPercent } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { hasLine } from '../../lib/line.ts'
import { type Numeric, NumericInput } from '../../ui/form/NumericInput.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { useDialog } from '../../ui/shell/useDialog.ts'
import { PhotoButton, useMayPhotograph } from './PhotoButton.tsx'
import classes from './SiteSheet.module.css'
import { keepEntries } from './site-entries.ts'
import { doneOf, entriesOf, implausibleShare, plus, type Typed } from './site-standing.ts'
import { forgetTyped, storeTyped, typedOf } from './site-typed.ts'
import { useReviewRule } from './task-choices.ts'
import { taskLabel } from './task-tree.ts'
import { useStanding } from './useStanding.ts'

type Draft = Omit<Typed, 'quantity'> & { quantity: Numeric }

/**
 * The typed values of a task, including those typed earlier in this tab, so that closing the sheet loses nothing. Other fields have
 * the values of the task.
 */
function useDraft({ id, progress, status }: Task) {
  const [typed, setTyped] = useState(() => typedOf(id))
  function type(more: Partial<Draft>) {
    const next = { ...typed, ...more }
    setTyped(next)
    storeTyped(id, next)
  }
  function discard() {
    forgetTyped(id)
    setTyped({})
  }
  const draft: Draft = {
    quantity: typed.quantity ?? null,
    progress: typed.progress ?? progress,
    status: typed.status ?? status,
    note: typed.note ?? '',
  }
  return { draft, type, discard }
}

const hasThousandths = (value: number) => plus(value, 0) === value

/** The quantity as a number; undefined if it is invalid. */
function quantityOf(value: Numeric): number | null | undefined {
  if (value === null || value === '') return null
  return typeof value === 'number' && hasThousandths(value) ? value : undefined
}

/** Today's work on a task: entered on site, shown at once, and sent when there is a connection. */
export function SiteSheet({ task, onClose }: { task: Task; onClose: () => void }) {
  const { now } = useStanding(task)
  const { close, props } = useDialog(onClose)
  return (
    <Drawer
      {...props}
      position="bottom"
      size="auto"
      title={taskLabel(task)}
      padding="sm"
      classNames={{ content: classes['sheet'] ?? '', title: classes['title'] ?? '', close: classes['close'] ?? '' }}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <SiteForm task={now} onClose={close} />
    </Drawer>
  )
}

function SiteForm({ task, onClose }: { task: Task; onClose: () => void }) {
  const { draft, type, discard } = useDraft(task)
  const { statusesFor } = useReviewRule()
  const mayPhotograph = useMayPhotograph()
  const quantity = quantityOf(draft.quantity)
  const entries = entriesOf(task, { ...draft, quantity: quantity ?? null })
  const isOwn = task.rollup === null

  async function save(event: FormEvent) {
    event.preventDefault()
    if (quantity === undefined) return
    const fault = await keepEntries(task, entries)
    if (fault) return void alertFailure(fault)
    forgetTyped(task.id)
    onClose()
    const label = { task: taskLabel(task) }
    void alertSuccess(hasLine() ? t('{task}: saved', label) : t('{task}: kept, and sent once there is a line', label))
  }

  // A rejection needs a reason, which only the task's own page asks for.
  const statuses = statusesFor(task).filter((one) => one !== 'REJECTED' || task.status === 'REJECTED')
  return (
    <form className={classes['form']} onSubmit={(event) => void save(event)} noValidate>
      {isOwn && <Quantity task={task} value={draft.quantity} onChange={(next) => type({ quantity: next })} />}
      {isOwn && <Progress value={draft.progress} onChange={(progress) => type({ progress })} />}
      <NativeSelect
        label={t('Status')}
        data={optionsOf(statuses)}
        value={draft.status}
        size="md"
        onChange={({ currentTarget: { value } }) => {
          const status = statuses.find((one) => one === value)
          if (status) type({ status })
        }}
      />
      <Textarea
        label={t('Note')}
        description={t('It goes below the comment of the task, with the day and your name.')}
        size="md"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={draft.note}
        onChange={({ currentTarget: { value } }) => type({ note: value })}
      />
      <div className={classes['foot']}>
        {mayPhotograph && <PhotoButton task={task} isWide />}
        {entries.length > 0 && (
          <Button variant="default" size="md" onClick={discard}>
            {t('Discard')}
          </Button>
        )}
        <Button type="submit" size="md" flex={1} disabled={entries.length === 0 || quantity === undefined}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

function standingText(task: Task): string {
  const { done, estimate, left } = doneOf(task)
  const withUnits = (value: number) => [decimal(value), task.units].filter(Boolean).join(' ')
  if (estimate === null || left === null) return t('done {done}', { done: withUnits(done) })
  const figures = { done: decimal(done), estimate: withUnits(estimate) }
  return left >= 0
    ? t('done {done} of {estimate}, left {left}', { ...figures, left: decimal(left) })
    : t('done {done} of {estimate}, {over} more than estimated', { ...figures, over: decimal(-left) })
}

interface QuantityProps {
  task: Task
  value: Numeric
  onChange: (value: Numeric) => void
}

function Quantity({ task, value, onChange }: QuantityProps) {
  const hint = useId()
  const added = quantityOf(value)
  const share = implausibleShare(task, added ?? 0)
  const step = (by: number) => onChange(plus(added ?? 0, by) || null)
  const label = task.units ? t('Today’s quantity in {units}', { units: task.units }) : t('Today’s quantity')
  return (
    <div>
      <div className={classes['stepper']}>
        <button type="button" aria-label={t('One less')} disabled={added === undefined} onClick={() => step(-1)}>
          <IconMinus size={20} aria-hidden />
        </button>
        <NumericInput
          label={label}
          inputMode="decimal"
          size="md"
          data-autofocus
          read={parseNumber}
          fault={notANumber.number}
          value={value}
          onChange={onChange}
          aria-describedby={hint}
          error={added === undefined && typeof value === 'number' && t('It has at most 3 decimals')}
        />
        <button type="button" aria-label={t('One more')} disabled={added === undefined} onClick={() => step(1)}>
          <IconPlus size={20} aria-hidden />
        </button>
      </div>
      <Text size="sm" id={hint} className="tabular">
        {standingText(task)}
      </Text>
      <Text size="sm" role="status" fw={600} c="var(--mantine-color-error)" className={classes['warning'] ?? ''}>
        {share !== null && t('That makes {share} of the estimate. Is it right?', { share: roundPercent(share) })}
      </Text>
    </div>
  )
}

function Progress({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={classes['label']}>
        {t('Progress')} <output htmlFor={id}>{percent(value)}</output>
      </label>
      <input
        id={id}
        type="range"
        className={classes['slider']}
        min={0}
        max={100}
        step={5}
        value={value}
        aria-valuetext={percent(value)}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  )
}
