import { Table } from '@mantine/core'
import type { HeadroomStep } from '@plinth/api/guarantee-headroom'
import { dayText, rupees } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import classes from './Headroom.module.css'

const heads = {
  used: t('Used'),
  planned: t('Planned'),
  headroom: t('Left'),
  expected: t('Left if papers come back as expected'),
}
const amounts = ['used', 'planned', 'headroom', 'expected'] as const

/** The line as a table, folded: from which day on how much is used, planned and left. */
export function HeadroomSteps({ steps, name }: { steps: readonly HeadroomStep[]; name: string }) {
  return (
    <details className={classes['fold']}>
      <summary>{t('The same as a table')}</summary>
      <div className={classes['wide']}>
        <Table className={classes['steps']} verticalSpacing={4} horizontalSpacing={4}>
          <caption className={classes['hidden']}>{t('What is left of {limit}, day by day', { limit: name })}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('From day')}</Table.Th>
              {amounts.map((amount) => (
                <Table.Th key={amount} scope="col">
                  {heads[amount]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.map((step) => (
              <Table.Tr key={step.on}>
                <Table.Th scope="row">{dayText(step.on)}</Table.Th>
                {amounts.map((amount) => (
                  <Table.Td key={amount} data-label={heads[amount]} data-short={step[amount] < 0 || undefined}>
                    {rupees(step[amount])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  )
}
