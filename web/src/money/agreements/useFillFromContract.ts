import { namesOf } from '@plinth/api/kernel/record'
import { type Agreement, getAgreementDraft } from '@plinth/api/money/agreements'
import { useEffect, useRef } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useFormMode } from '../../ui/form/form-context.ts'

/** Fills a new agreement with a client from its contract, once chosen; fields that the user typed stay. */
export function useFillFromContract(): void {
  const isNew = useFormMode() === 'create'
  const may = useCan(getAgreementDraft)
  const { setValue } = useFormContext<Partial<Agreement>>()
  const { dirtyFields } = useFormState<Partial<Agreement>>()
  const [direction, contractId] = useWatch<Partial<Agreement>, ['direction', 'contractId']>({
    name: ['direction', 'contractId'],
  })
  const { data } = useRecord(getAgreementDraft, {
    enabled: isNew && may && direction === 'RECEIVABLE' && Boolean(contractId),
    query: { contractId: contractId ?? '' },
  })
  const filled = useRef('')
  useEffect(() => {
    if (!data || data.contractId !== contractId || filled.current === contractId) return
    filled.current = contractId
    const { contractId: _, contractName: __, ...proposal } = data
    for (const name of namesOf(proposal))
      if (!(name in dirtyFields)) setValue(name, proposal[name], { shouldValidate: proposal[name] !== null })
  }, [data, contractId, dirtyFields, setValue])
}
