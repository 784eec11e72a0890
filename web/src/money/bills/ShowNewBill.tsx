import { Button, Group } from '@mantine/core'
import { listBillItems } from '@plinth/api/money/bill-items'
import { type Bill, getBill } from '@plinth/api/money/bills'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { cutsOfItems, type TypedCut } from './item-cuts.ts'
import { type OpenedBill, passingInput } from './passing-input.ts'

interface Props {
  bill: Bill
  onNew: (opened: OpenedBill) => void
}

/** Loads the present bill and keeps the typed memorandum; cuts of items that are no longer in the bill are dropped. */
export function ShowNewBill({ bill: { id }, onNew }: Props) {
  const client = useQueryClient()
  const { getValues, setValue } = useFormContext<{ cuts: TypedCut[] }>()
  const [isFetching, setFetching] = useState(false)
  async function show() {
    setFetching(true)
    try {
      const bill = await call(getBill, { params: { id } })
      const items = bill.workSource === 'ITEMS' ? await call(listBillItems, { params: { id } }) : []
      // If the bill is no longer with the department, another page replaces this one.
      void client.invalidateQueries()
      const input = bill.status === 'SUBMITTED' && passingInput(bill, items)
      if (input) {
        setValue('cuts', cutsOfItems(getValues('cuts'), items), { shouldDirty: true })
        onNew({ bill, items, input })
      }
    } catch (error) {
      void alertFailure(t('The new bill could not be fetched.'), reasonOf(error))
    }
    setFetching(false)
  }
  return (
    <Group gap="sm" mb="sm">
      <Button loading={isFetching} onClick={() => void show()}>
        {t('Show the new bill')}
      </Button>
      {t('What you typed stays where its rows are still there.')}
    </Group>
  )
}
