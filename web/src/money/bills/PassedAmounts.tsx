import { NativeSelect, TextInput } from '@mantine/core'
import { notANumber, parseAmount } from '@plinth/api/kernel/amounts'
import type { BillHead } from '@plinth/api/money/bill-engine/bill'
import { type Bill } from '@plinth/api/money/bills'
import { memorandumLabels, replacedHeads } from '@plinth/api/money/memorandum-input'
import type { KeyboardEvent } from 'react'
import { rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import { type Numeric, NumericInput } from '../../ui/form/NumericInput.tsx'
import { lineLabels } from '../bill-heads/line-labels.ts'
import { Memorandum } from '../bill-heads/Memorandum.tsx'
import classes from './Bills.module.css'
import type { CheckedMemorandum, TypedAmount } from './bill-typed.ts'

type ReplacedHead = TypedAmount['head']

const label = translated(memorandumLabels.replaced)

const areAmounts = (value: unknown): value is TypedAmount[] => Array.isArray(value)
const amountsIn = (value: unknown): TypedAmount[] => (areAmounts(value) ? value : [])

const shown = (since: Numeric) => (typeof since === 'number' ? rupees(since) : (since ?? ''))
const textOf = (value: unknown) =>
  amountsIn(value)
    .map(({ head, since }) => `${lineLabels[head]} ${shown(since)}`)
    .join(', ')

const isReplaced = (head: BillHead): head is ReplacedHead => head !== 'GROSS'

/** Enter moves the focus to the next amount, as users work down a paper; only the button submits the form. */
export function focusNextAmount(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const boxes = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('[data-amount], #field-net') ?? [])]
  boxes[boxes.indexOf(event.currentTarget) + 1]?.focus()
}

interface Props {
  bill: Bill
  /** Undefined while the passed work is no valid amount; then the claimed figures are shown. */
  checked: CheckedMemorandum | undefined
}

/** The memorandum beside the claim: an input at each head for a differing amount, and for its reason. */
export function PassedAmounts({ bill, checked }: Props) {
  const replaced = checked?.replaced ?? []
  const lacksNote = replaced.filter(({ note }) => note.trim() === '')
  const field = useField('replaced', label, {
    textOf,
    check: () => {
      const none = amountsIn(field.value).find(({ since }) => typeof since === 'string')
      if (none) return t('{head} {fault}', { head: lineLabels[none.head], fault: translated(notANumber.amount) })
      const [first] = lacksNote
      return first && t('Say why {head} differs', { head: lineLabels[first.head] })
    },
  })
  const amounts = amountsIn(field.value)
  const { error, ref, id, onBlur } = field.input
  const claimed = bill.claimed ?? checked?.computed
  if (!claimed) return null
  const passed = checked?.passed ?? claimed
  /** Heads of the claim keep their rows. */
  const own = [...claimed.lines, ...(checked?.computed.lines ?? [])].map(({ head }) => head)
  const typedAt = (head: ReplacedHead) => amounts.find((amount) => amount.head === head)
  /** Clearing an amount restores the computed one. */
  function change(head: ReplacedHead, more: Partial<TypedAmount>): void {
    const next = { head, since: null, note: null, ...typedAt(head), ...more }
    const others = amounts.filter((amount) => amount.head !== head)
    field.set(next.since === null && !next.note && own.includes(head) ? others : [...others, next])
  }
  const first = passed.lines.find((line) => isReplaced(line.head))?.head
  const others = replacedHeads.filter((head) => !own.includes(head) && !typedAt(head))
  const lines = amounts
    .filter(({ head }) => !own.includes(head) && !passed.lines.some((line) => line.head === head))
    .map(({ head }) => ({ ...blankLine, head }))
  return (
    <div data-wide>
      <Memorandum
        claimed={claimed}
        passed={lines.length > 0 ? { ...passed, lines: [...passed.lines, ...lines] } : passed}
        why={bill}
        entry={{
          label: t('Memorandum, where it differs'),
          of: (head) =>
            isReplaced(head) && (
              <Entry
                head={head}
                typed={typedAt(head)}
                isReplaced={replaced.some((one) => one.head === head)}
                isFaulty={error !== undefined && lacksNote.some((one) => one.head === head)}
                onChange={(more) => change(head, more)}
                box={{ onBlur, ...(head === first && { id, ref }) }}
              />
            ),
        }}
      />
      <NativeSelect
        className={classes['other'] ?? ''}
        label={t('Another head of the memorandum')}
        description={t('One that the claim has not: it joins the table')}
        value=""
        data={[
          { value: '', label: t('Choose a head') },
          ...others.map((head) => ({ value: head, label: lineLabels[head] })),
        ]}
        onChange={({ currentTarget }) => {
          const head = others.find((one) => one === currentTarget.value)
          if (head) field.set([...amounts, { head, since: null, note: null }])
        }}
      />
    </div>
  )
}

/** The line of a head that only the memorandum has, until its amount is typed. */
const blankLine = {
  upto: '0.00',
  previous: '0.00',
  since: '0.00',
  base: null,
  percent: null,
  ruleIds: [],
  replaced: null,
}

interface EntryProps {
  head: ReplacedHead
  typed: TypedAmount | undefined
  isReplaced: boolean
  isFaulty: boolean
  onChange: (more: Partial<TypedAmount>) => void
  box: Pick<ReturnType<typeof useField>['input'], 'onBlur'> & Partial<ReturnType<typeof useField>['input']>
}

function Entry({ head, typed, isReplaced: differs, isFaulty, onChange, box }: EntryProps) {
  const name = lineLabels[head]
  return (
    <div className={classes['entry']}>
      <NumericInput
        {...box}
        label={t('{head} by the memorandum', { head: name })}
        labelProps={{ className: 'spoken' }}
        inputMode="decimal"
        leftSection="₹"
        classNames={{ input: 'figure' }}
        data-amount
        value={typed?.since ?? null}
        read={parseAmount}
        fault={notANumber.amount}
        onKeyDown={focusNextAmount}
        onChange={(since) => onChange({ since })}
      />
      {(differs || typed?.note) && (
        <TextInput
          label={t('Why {head} differs', { head: name })}
          maxLength={500}
          value={typed?.note ?? ''}
          error={isFaulty && t('Say why {head} differs', { head: name })}
          onChange={({ currentTarget }) => onChange({ note: currentTarget.value || null })}
        />
      )}
    </div>
  )
}
