import { Skeleton, Table, Text } from '@mantine/core'
import type { Figure } from '@plinth/api/money/bill-engine/bill'
import { type BillItem, billItemLabels, listBillItems } from '@plinth/api/money/bill-items'
import type { Bill } from '@plinth/api/money/bills'
import { useDeferredValue, useMemo, useState } from 'react'
import { counted, dash, decimal, percent } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import table from '../../ui/list/FigureTable.module.css'
import { useWholeTable } from '../../ui/list/useWholeTable.tsx'
import { useCards } from '../../ui/shell/Screen.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { usePrinting } from '../../ui/shell/usePrinting.ts'
import { withoutTender } from '../../works/schedule-items/schedule-words.ts'
import { type AbstractSums, cutBetween, type StageSums, stageSums } from './abstract-sums.ts'
import { ItemName } from './ItemName.tsx'
import { ItemSearch } from './ItemSearch.tsx'
import classes from './Items.module.css'
import { amountText, cutText, itemsWith, quantityText, rateText } from './item-words.ts'
import { WorkFaults } from './WorkFaults.tsx'

/** A figure as claimed and, once the bill is passed, as passed. */
interface Stages {
  claimed: Figure | null
  passed: Figure | null
}

const columns = [
  { kind: 'quantity', name: 'upto', label: t('Quantity up to date'), head: t('Up to date') },
  { kind: 'quantity', name: 'previous', label: t('Quantity previous'), head: t('Previous') },
  { kind: 'quantity', name: 'since', label: t('Quantity since'), head: t('Since') },
  { kind: 'amount', name: 'upto', label: t('Amount up to date'), head: t('Up to date') },
  { kind: 'amount', name: 'previous', label: t('Amount previous'), head: t('Previous') },
  { kind: 'amount', name: 'since', label: t('Amount since'), head: t('Since') },
] as const

const tallFrom = 15
const searchedFrom = 8

/** The abstract of a bill by items: quantity and amount of each item, upto, previous and since, and the resulting work. */
export function Abstract({ bill }: { bill: Bill }) {
  const items = useRecord(listBillItems)
  return (
    <RecordSection title={t('Abstract')} source={items}>
      <div data-screen-only>
        <WorkFaults faults={bill.workFaults} agreementId={bill.agreementId} />
      </div>
      {!items.data && !items.error && <Skeleton height={240} aria-hidden />}
      {items.data?.length === 0 && <Text c="dimmed">{t('There is nothing to bill in it yet.')}</Text>}
      {items.data && items.data.length > 0 && <Items bill={bill} items={items.data} />}
    </RecordSection>
  )
}

/** The items to show: those that match the search, in steps that can be rendered fast. Printing shows all. */
function useShown(items: readonly BillItem[]) {
  const step = useCards() ? 20 : 100
  const [text, seek] = useState('')
  const [steps, setSteps] = useState(1)
  const isPrinted = usePrinting()
  const sought = itemsWith(items, useDeferredValue(text))
  const [found, most] = isPrinted ? [items, items.length] : [sought, steps * step]
  return { text, seek, found, shown: found.slice(0, most), left: found.length - most, more: () => setSteps(steps + 1) }
}

function Items({ bill, items }: { bill: Bill; items: readonly BillItem[] }) {
  const { text, seek, found, shown, left, more } = useShown(items)
  const { toggle, props } = useWholeTable()
  const isCut = items.some(({ cutQuantity }) => cutQuantity !== null)
  const sums = useMemo(() => stageSums(bill, items, bill.passed?.work, ({ passed }) => passed?.amount), [bill, items])
  const hasTender = Boolean(sums?.claimed.tender)
  const label = t('Abstract')
  return (
    <>
      {items.length >= searchedFrom && (
        <div className={classes['bar']} data-screen-only>
          <ItemSearch text={text} onSeek={seek} />
          <Text size="sm" role="status">
            {text.trim()
              ? t('{found} of {items}', { found: decimal(found.length), items: counted(items.length, 'item') })
              : counted(items.length, 'item')}
          </Text>
        </div>
      )}
      <div
        data-wide-paper
        className={`${table['frame']} ${items.length >= tallFrom ? classes['tall'] : ''}`}
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
      >
        {toggle}
        <Table
          {...props}
          className={`${table['figures']} ${classes['abstract']}`}
          verticalSpacing={4}
          horizontalSpacing={8}
        >
          <caption className="spoken">{label}</caption>
          <Heads />
          <Table.Tbody>
            {shown.map((item) => (
              <Item key={item.itemId} item={item} agreementId={bill.agreementId} hasTender={hasTender} />
            ))}
          </Table.Tbody>
          {sums && <Sums sums={sums} />}
        </Table>
      </div>
      <ShowMore left={left} onClick={more} data-screen-only />
      {hasTender && items.some(({ percentageApplies }) => !percentageApplies) && (
        <p className={`hint ${classes['hint']}`}>
          {t('The tender percentage leaves out what is marked “{mark}”.', { mark: withoutTender })}
        </p>
      )}
      {isCut && (
        <p className={`hint ${classes['hint']}`}>
          {t('Where the department cut, the claimed figure is struck through.')}
          {hasTender && sums?.passed && ` ${cutText(cutBetween(sums.claimed, sums.passed), sums.tenderPercentage)}.`}
        </p>
      )}
    </>
  )
}

const Heads = () => (
  <Table.Thead>
    <Table.Tr>
      <Table.Th scope="col" rowSpan={2}>
        {t('Item')}
      </Table.Th>
      <Table.Th scope="col" rowSpan={2} data-unit>
        {translated(billItemLabels.unit)}
      </Table.Th>
      <Table.Th scope="col" rowSpan={2}>
        {translated(billItemLabels.rate)}
      </Table.Th>
      <Table.Th scope="colgroup" colSpan={3} data-group>
        {translated(billItemLabels.quantity)}
      </Table.Th>
      <Table.Th scope="colgroup" colSpan={3} data-group>
        {translated(billItemLabels.amount)}
      </Table.Th>
    </Table.Tr>
    <Table.Tr>
      {columns.map(({ label, head }) => (
        <Table.Th key={label} scope="col">
          {head}
        </Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
)

interface ItemProps {
  item: BillItem
  agreementId: string
  hasTender: boolean
}

function Item({ item, agreementId, hasTender }: ItemProps) {
  const { unit, rate, claimed, passed, cutQuantity, cutReason } = item
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <ItemName item={item} agreementId={agreementId} hasTender={hasTender} />
        {cutQuantity !== null && (
          <div className={classes['note']}>
            {t('Cut {quantity} {unit}: {reason}', {
              quantity: quantityText(cutQuantity),
              unit,
              reason: cutReason ?? dash,
            })}
          </div>
        )}
      </Table.Th>
      <Table.Td data-unit>{unit}</Table.Td>
      <Table.Td data-label={translated(billItemLabels.rate)} data-further>
        {rate === null ? dash : rateText(rate)}
      </Table.Td>
      {columns.map(({ kind, name, label }) => (
        <Cell
          key={label}
          label={label}
          name={name}
          stages={{ claimed: claimed[kind], passed: passed?.[kind] ?? null }}
          show={kind === 'quantity' ? quantityText : amountText}
          {...(kind === 'quantity' && { unit })}
        />
      ))}
    </Table.Tr>
  )
}

interface CellProps {
  label: string
  name: keyof Figure
  stages: Stages
  show: (text: string) => string
  unit?: string
}

/** A figure; if less was passed, with the claimed one struck through above it, as on paper. */
function Cell({ label, name, stages: { claimed, passed }, show, unit }: CellProps) {
  const counts = (passed ?? claimed)?.[name]
  const cut = passed && claimed && passed[name] !== claimed[name] ? claimed[name] : undefined
  return (
    <Table.Td
      data-label={label}
      data-further={name !== 'since' || undefined}
      data-none={(Number(counts ?? 0) === 0 && cut === undefined) || undefined}
    >
      <span>
        {cut !== undefined && (
          <>
            <del>{show(cut)}</del>{' '}
          </>
        )}
        {counts === undefined ? dash : show(counts)}
        {unit && <span className={classes['ofCard']}> {unit}</span>}
      </span>
    </Table.Td>
  )
}

/** The sums below the abstract, from which the memorandum continues. */
function Sums({ sums: { tenderPercentage, ...both } }: { sums: StageSums }) {
  const stages = (of: (sums: AbstractSums) => Figure | undefined): Stages => ({
    claimed: of(both.claimed) ?? null,
    passed: (both.passed && of(both.passed)) ?? null,
  })
  const tender = (both.passed ?? both.claimed).tender
  return (
    <Table.Tbody className={classes['sums'] ?? ''}>
      {tender && (
        <>
          <Sum label={t('Items at the rates of the schedule')} stages={stages((some) => some.items)} />
          <Sum
            label={t('Tender percentage: {percent} of {amount}', {
              percent: percent(Number(tenderPercentage)),
              amount: amountText(tender.base),
            })}
            stages={stages((some) => some.tender?.figure)}
          />
        </>
      )}
      <Sum label={t('Work done')} stages={stages((some) => some.work)} isSum />
    </Table.Tbody>
  )
}

function Sum({ label, stages, isSum }: { label: string; stages: Stages; isSum?: boolean }) {
  return (
    <Table.Tr data-sum={isSum}>
      <Table.Th scope="row" colSpan={6}>
        {label}
      </Table.Th>
      {columns.slice(3).map(({ name, label: column }) => (
        <Cell key={column} label={column} name={name} stages={stages} show={amountText} />
      ))}
    </Table.Tr>
  )
}
