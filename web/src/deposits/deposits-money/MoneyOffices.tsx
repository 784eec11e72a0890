import { Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import type { DepositMoney } from '@plinth/api/deposits/deposits-money'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted, dash, decimal, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import amounts from '../../ui/list/Amounts.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { usePhone } from '../../ui/shell/Screen.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { writeAddress, writing } from '../refund-requests/request-path.ts'
import classes from './DepositsMoney.module.css'

export type OfficeMoney = DepositMoney['offices'][number]

/** The id of the list below, to which the links of the offices jump. */
export const listPlace = 'open-deposits'

/** The number of offices shown at first; the most overdue ones come first. */
const firstCount = { desk: 6, phone: 3 }

interface Props {
  offices: readonly OfficeMoney[] | undefined
  isChosen: (office: OfficeMoney) => boolean
  /** The search of the list below for an office; for the chosen office, that of all offices. */
  narrowed: (office: OfficeMoney) => Search
}

/** The overdue share of the open amount, as a bar. */
const Share = ({ open, overdue }: OfficeMoney) => (
  <span className={classes['share']} aria-hidden>
    <span style={{ width: `${open > 0 ? (100 * overdue) / open : 0}%` }} />
  </span>
)

const Quiet = ({ children }: { children: string }) => <span className="hint tabular">{children}</span>

/** The median delay of an office, and the number of deposits that it is taken from. */
function delayOf({ medianDays, medianOf }: OfficeMoney) {
  if (medianDays === null) return <Quiet>{dash}</Quiet>
  return (
    <>
      {delayText(medianDays)} <Quiet>{counted(medianOf, 'deposit')}</Quiet>
    </>
  )
}

function delayText(days: number) {
  if (days === 0) return t('on the day')
  if (days > 0) return t('{days} late', { days: counted(days, 'day') })
  return t('{days} early', { days: counted(-days, 'day') })
}

function Row({ office, isChosen, narrowed }: { office: OfficeMoney } & Omit<Props, 'offices'>) {
  const { officeId, department, officeName, deposits, open, overdueDeposits, overdue } = office
  return (
    <Table.Tr data-chosen={isChosen(office) || undefined}>
      <Table.Th scope="row">
        <Link
          to="/contracts/money"
          search={narrowed(office)}
          hash={listPlace}
          aria-current={isChosen(office) ? 'true' : undefined}
          activeProps={{}}
          className="cover"
        >
          <b>{officeName ?? t('No office')}</b>
          {department !== null && <Quiet>{department}</Quiet>}
        </Link>
      </Table.Th>
      <Table.Td data-label={t('Still open')}>{rupees(open)}</Table.Td>
      <Table.Td data-label={t('Overdue')} data-alarm={overdue > 0 || undefined}>
        {overdue > 0 ? rupees(overdue) : <Quiet>{dash}</Quiet>}
        <Share {...office} />
      </Table.Td>
      <Table.Td data-label={t('Deposits')}>
        {decimal(deposits)}
        {overdueDeposits > 0 && (
          <>
            {' '}
            <Quiet>{t('{count} overdue', { count: decimal(overdueDeposits) })}</Quiet>
          </>
        )}
      </Table.Td>
      <Table.Td data-label={t('Came back')}>{delayOf(office)}</Table.Td>
      <Table.Td className={classes['act']}>
        {officeId !== null && overdue > 0 && (
          <LinkButton {...writeAddress({ officeId })} call={writing} variant="default" size="compact-sm">
            {t('Write a letter')}
          </LinkButton>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** The money that each office holds, the most overdue first. Each row filters the list below by its office. */
export function MoneyOffices({ offices, ...choice }: Props) {
  const [isAllShown, showAll] = useState(false)
  const maxCount = usePhone() ? firstCount.phone : firstCount.desk
  // The office that filters the list is always shown.
  const shown = offices?.filter((office, at) => isAllShown || at < maxCount || choice.isChosen(office))
  const left = (offices?.length ?? 0) - (shown?.length ?? 0)
  const title = t('By office')
  if (offices?.length === 0) return null
  return (
    <section aria-label={title} aria-busy={offices === undefined} className={classes['section']}>
      <Title order={2}>{title}</Title>
      <Text size="xs" c="dimmed">
        {t('Came back: how long after its day, the median of so many deposits.')}
      </Text>
      {shown === undefined ? (
        <Skeleton height={240} mt="xs" />
      ) : (
        <Paper withBorder className={classes['offices']}>
          <Table className={amounts['amounts']} verticalSpacing={4} horizontalSpacing={12}>
            <Table.Thead>
              <Table.Tr>
                {[t('Office'), t('Still open'), t('Overdue'), t('Deposits'), t('Came back')].map((head) => (
                  <Table.Th key={head} scope="col">
                    {head}
                  </Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((office) => (
                <Row key={office.officeId} office={office} {...choice} />
              ))}
            </Table.Tbody>
          </Table>
          <ShowMore left={left} m="xs" onClick={() => showAll(true)} />
        </Paper>
      )}
    </section>
  )
}
