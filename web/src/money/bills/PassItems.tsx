import { Button, Table, Text, TextInput } from '@mantine/core'
import { notANumber, parseNumber } from '@plinth/api/kernel/amounts'
import { message } from '@plinth/api/kernel/messages'
import { type BillItem, billItemLabels } from '@plinth/api/money/bill-items'
import type { Bill } from '@plinth/api/money/bills'
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import * as z from 'zod/mini'
import { counted, dash, decimal, percent } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import { faultSources } from '../../ui/form/form-context.ts'
import { NumericInput } from '../../ui/form/NumericInput.tsx'
import table from '../../ui/list/FigureTable.module.css'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { cutBetween, type StageSums, stageSums } from './abstract-sums.ts'
import type { CheckedMemorandum } from './bill-typed.ts'
import { ItemName } from './ItemName.tsx'
import { ItemSearch } from './ItemSearch.tsx'
import classes from './Items.module.css'
import { type CutFault, cutsToSend, faultOfCut, type TypedCut } from './item-cuts.ts'
import { amountText, cutText, itemsWith, quantityText } from './item-words.ts'
import { focusNextAmount } from './PassedAmounts.tsx'

const label = translated(billItemLabels.cutQuantity)

const areCuts = (value: unknown): value is TypedCut[] => Array.isArray(value)
const cutsIn = (value: unknown): TypedCut[] => (areCuts(value) ? value : [])

function faultText({ itemNo, claimed }: BillItem, fault: CutFault): string {
  const item = { item: itemNo }
  switch (fault) {
    case 'NO_QUANTITY':
      return t('Cut of item {item} must be a quantity with at most three decimals', item)
    case 'TOO_MUCH':
      return t('Cut of item {item} is more than the {claimed} that are claimed up to date', {
        ...item,
        claimed: quantityText(claimed.quantity.upto),
      })
    case 'NO_REASON':
      return t('Say why item {item} is cut', item)
  }
}

/** The cuts in the surrounding form, by item, with their faults. */
function useCuts(items: readonly BillItem[]) {
  const { getValues } = useFormContext()
  const byId = useMemo(() => new Map(items.map((item) => [item.itemId, item])), [items])
  const faultsOf = (cuts: readonly TypedCut[]) =>
    cuts.flatMap((cut) => {
      const item = byId.get(cut.itemId)
      const fault = item && faultOfCut(cut, item.claimed.quantity.upto)
      return item && fault ? [{ item, fault }] : []
    })
  const field = useField('cuts', label, {
    textOf: (value) =>
      cutsIn(value)
        .map(({ itemId, cutQuantity }) => `${byId.get(itemId)?.itemNo ?? ''} ${cutQuantity ?? ''}`)
        .join(', '),
    check: () => {
      const [first] = faultsOf(cutsIn(getValues('cuts')))
      return first && faultText(first.item, first.fault)
    },
  })
  const { set } = field
  /** A stable function, so that other rows do not render again. */
  const change = useCallback(
    (itemId: string, more: Partial<TypedCut>) => {
      const cuts = cutsIn(getValues('cuts'))
      const before = cuts.find((cut) => cut.itemId === itemId)
      const next = { itemId, cutQuantity: null, reason: null, ...before, ...more }
      set(before ? cuts.map((cut) => (cut === before ? next : cut)) : [...cuts, next])
    },
    [getValues, set],
  )
  const cuts = cutsIn(field.value)
  return { cuts, faults: faultsOf(cuts), input: field.input, change }
}

/** The server's fault about a cut, as the number of its item. */
function useServerFault(): string | undefined {
  const { errors } = useFormState({ name: 'cuts' })
  const fault = errors['cuts']
  if (fault?.type !== faultSources.server) return undefined
  return z.safeParse(message, fault).data?.parts?.values['item']?.toString()
}

const searchedFrom = 8
const step = 100

interface Props {
  bill: Bill
  items: readonly BillItem[]
  checked: CheckedMemorandum | undefined
}

/** The items of a bill with the memorandum's cuts, their reasons, and the passed amounts. */
export function PassItems({ bill, items, checked }: Props) {
  const { cuts, faults, input, change } = useCuts(items)
  const serverFault = useServerFault()
  const [text, seek] = useState('')
  const [isCutOnly, setCutOnly] = useState(false)
  const [most, setMost] = useState(step)
  const box = useRef<HTMLDivElement>(null)
  const sums = useMemo(() => {
    const passedOf = new Map(checked?.computed.items.map(({ id, amount }) => [id, amount]))
    return stageSums(bill, items, checked?.computed.work, ({ itemId }) => passedOf.get(itemId))
  }, [bill, items, checked])
  const hasTender = Boolean(sums?.passed?.tender)
  const cutOf = new Map(cuts.map((cut) => [cut.itemId, cut]))
  const faultOf = new Map(faults.map(({ item, fault }) => [item.itemId, fault]))
  const passedOf = new Map(checked?.computed.items.map((item) => [item.id, item]))
  const cutIds = new Set(cutsToSend(cuts).map(({ itemId }) => itemId))
  const found = itemsWith(items, useDeferredValue(text)).filter(({ itemId }) => !isCutOnly || cutIds.has(itemId))
  const first = found.slice(0, most)
  // Items whose faults block passing stay visible in any search.
  const faulty = faults.map(({ item }) => item).filter((item) => !first.includes(item))
  const shown = [...first, ...faulty]
  const named = (faults[0]?.item ?? shown[0])?.itemId
  return (
    <div data-wide ref={box}>
      <div className={classes['bar']}>
        {items.length >= searchedFrom && (
          <ItemSearch
            text={text}
            onSeek={seek}
            onEnter={() => box.current?.querySelector<HTMLInputElement>('[data-amount]')?.focus()}
          />
        )}
        {(cutIds.size > 0 || isCutOnly) && (
          <Button
            variant={isCutOnly ? 'light' : 'default'}
            size="xs"
            aria-pressed={isCutOnly}
            onClick={() => setCutOnly(!isCutOnly)}
          >
            {t('Cut: {count}', { count: decimal(cutIds.size) })}
          </Button>
        )}
        <Text size="sm">
          {found.length < items.length
            ? t('{found} of {items}', { found: decimal(found.length), items: counted(items.length, 'item') })
            : counted(items.length, 'item')}
        </Text>
      </div>
      <div className={table['frame']}>
        <Table className={`${table['figures']} ${classes['abstract']}`} verticalSpacing={4} horizontalSpacing={8}>
          <caption className="spoken">{t('Items of the memorandum')}</caption>
          <Heads />
          <Table.Tbody>
            {shown.map((item) => (
              <Row
                key={item.itemId}
                item={item}
                agreementId={bill.agreementId}
                hasTender={hasTender}
                cut={cutOf.get(item.itemId)}
                fault={faultOf.get(item.itemId)}
                serverMessage={input.error && serverFault === item.itemNo ? String(input.error) : undefined}
                isAsked={input.error !== undefined}
                quantity={passedOf.get(item.itemId)?.quantity.since}
                amount={passedOf.get(item.itemId)?.amount.since}
                onChange={change}
                onBlur={input.onBlur}
                {...(item.itemId === named && { id: input.id, inputRef: input.ref })}
              />
            ))}
          </Table.Tbody>
          <Sums bill={bill} sums={sums} />
        </Table>
      </div>
      <ShowMore left={found.length - most} onClick={() => setMost(most + step)} />
      {hasTender && sums?.passed && cutIds.size > 0 && (
        <p className={`hint ${classes['hint']}`}>
          {cutText(cutBetween(sums.claimed, sums.passed), sums.tenderPercentage)}
        </p>
      )}
    </div>
  )
}

const heads = {
  claimed: t('Claimed since'),
  cut: t('Cut'),
  quantity: t('Passed since'),
  amount: t('Amount passed since'),
}

const Heads = () => (
  <Table.Thead>
    <Table.Tr>
      <Table.Th scope="col">{t('Item')}</Table.Th>
      {Object.values(heads).map((head) => (
        <Table.Th key={head} scope="col">
          {head}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
)

interface RowProps {
  item: BillItem
  agreementId: string
  hasTender: boolean
  cut: TypedCut | undefined
  fault: CutFault | undefined
  /** The server's message about the cut. */
  serverMessage: string | undefined
  /** Whether the user has tried to pass the bill, so that a missing reason is shown. */
  isAsked: boolean
  quantity: string | undefined
  amount: string | undefined
  onChange: (itemId: string, more: Partial<TypedCut>) => void
  onBlur: () => void
  id?: string
  inputRef?: (box: HTMLInputElement | null) => void
}

const Row = memo(function Row({
  item,
  agreementId,
  hasTender,
  cut,
  fault,
  serverMessage,
  isAsked,
  onChange,
  ...props
}: RowProps) {
  const { itemId, itemNo, unit, claimed } = item
  const { quantity, amount, onBlur, id, inputRef } = props
  const isTooMuch = (fault === 'TOO_MUCH' || (fault === 'NO_QUANTITY' && typeof cut?.cutQuantity === 'number')) && fault
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <ItemName item={item} agreementId={agreementId} hasTender={hasTender} />
      </Table.Th>
      <Table.Td data-label={heads.claimed}>{`${quantityText(claimed.quantity.since)} ${unit}`}</Table.Td>
      <Table.Td data-label={heads.cut} data-entry>
        <div className={classes['entry']}>
          <NumericInput
            label={t('Cut of item {item}', { item: itemNo })}
            labelProps={{ className: 'spoken' }}
            inputMode="decimal"
            rightSection={<span>{unit}</span>}
            rightSectionWidth="3.5rem"
            rightSectionPointerEvents="none"
            classNames={{ input: 'figure' }}
            data-amount
            value={cut?.cutQuantity ?? null}
            read={parseNumber}
            fault={notANumber.number}
            error={serverMessage ?? (isTooMuch && faultText(item, isTooMuch))}
            onKeyDown={focusNextAmount}
            onBlur={onBlur}
            onChange={(cutQuantity) => onChange(itemId, { cutQuantity })}
            {...(id && { id })}
            {...(inputRef && { ref: inputRef })}
          />
          {(cut?.cutQuantity != null || cut?.reason) && (
            <TextInput
              label={t('Why item {item} is cut', { item: itemNo })}
              maxLength={500}
              data-amount
              value={cut.reason ?? ''}
              error={isAsked && fault === 'NO_REASON' && faultText(item, fault)}
              onKeyDown={focusNextAmount}
              onChange={({ currentTarget }) => onChange(itemId, { reason: currentTarget.value || null })}
            />
          )}
        </div>
      </Table.Td>
      <Table.Td data-label={heads.quantity}>
        {quantity === undefined ? dash : `${quantityText(quantity)} ${unit}`}
      </Table.Td>
      <Table.Td data-label={heads.amount}>{amount === undefined ? dash : amountText(amount)}</Table.Td>
    </Table.Tr>
  )
})

/** The sums of the items with the tender percentage, passed and claimed. */
function Sums({ bill, sums }: Pick<Props, 'bill'> & { sums: StageSums | undefined }) {
  const { passed, tenderPercentage } = sums ?? {}
  const tender = passed?.tender
  const rows = [
    ...(passed && tender
      ? [
          { label: t('Items at the rates of the schedule'), figure: passed.items },
          {
            label: t('Tender percentage: {percent}', { percent: percent(Number(tenderPercentage)) }),
            figure: tender.figure,
          },
        ]
      : []),
    { label: t('Work passed since the last bill'), figure: passed?.work, isSum: true },
    { label: t('Work claimed since the last bill'), figure: bill.claimed?.work, isSum: true },
  ]
  return (
    <Table.Tbody className={classes['sums'] ?? ''}>
      {rows.map(({ label: name, figure, isSum }) => (
        <Table.Tr key={name} data-sum={isSum}>
          <Table.Th scope="row" colSpan={4}>
            {name}
          </Table.Th>
          <Table.Td data-label={translated(billItemLabels.amount)}>{figure ? amountText(figure.since) : dash}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}
