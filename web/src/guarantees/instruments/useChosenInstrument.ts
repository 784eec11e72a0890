import type { Deposit } from '@plinth/api/deposits/deposits'
import { getInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'

const keyOf = (id: string) => endpointKey(getInstrument, { params: { id } })

/** Caches an instrument from a list, so that it is not fetched again. */
export const noteInstrument = (client: QueryClient, instrument: Instrument) =>
  client.setQueryData(keyOf(instrument.id), instrument)

/** The instrument chosen in the surrounding form of a deposit or a planned guarantee. */
export function useChosenInstrument(): Instrument | undefined {
  const id = useWatch<Pick<Deposit, 'instrumentId'>, 'instrumentId'>({ name: 'instrumentId' })
  const may = useCan(getInstrument)
  const { data } = useQuery({
    queryKey: keyOf(id ?? ''),
    queryFn: ({ signal }) => call(getInstrument, { params: { id: id ?? '' } }, { signal }),
    enabled: may && Boolean(id),
  })
  return id ? data : undefined
}
