import { useDebouncedValue } from '@mantine/hooks'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { checkRefundRequest } from '@plinth/api/refund-requests'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { safeParse } from 'zod/v4/core'
import { call } from '../lib/call.ts'
import { reasonOf } from '../lib/call-error.ts'
import { endpointKey } from '../lib/query-client.ts'
import { alertFailure } from '../ui/alerts.ts'
import { areOwn, type Typed, type Words, wordsIn } from './request-form.ts'

type Body = CallInput<typeof checkRefundRequest>['body']
export type Checked = Answer<typeof checkRefundRequest>

const settled = 300

/** What the call takes of the form; an amount that is none yet is not told, so that what is open stands there. */
function bodyOf({ officeId, language, letterOn, deposits }: Typed, more: object) {
  return {
    officeId,
    language,
    letterOn,
    deposits: deposits.map(({ depositId, amount }) => ({
      depositId,
      ...(typeof amount === 'number' && amount > 0 && { amount }),
    })),
    ...more,
  }
}

/**
 * The letter that the form would make, a moment after it was last changed. As long as nobody has written words of their own the
 * fields have those of the template; what somebody wrote is replaced when they ask for it alone, and can be put back.
 */
export function useLetter(requestId: string | undefined) {
  const { setValue, getValues } = useFormContext<Typed>()
  const typed = useWatch<Typed>() as Typed
  const [templateId, setTemplateId] = useState<string | null>(null)
  const [given, setGiven] = useState<Words>()
  const [former, setFormer] = useState<Words>()
  const isOwn = areOwn(typed, given)
  const ofTemplate = templateId ? { templateId } : {}
  const stored = requestId ? { requestId } : {}
  const asked = bodyOf(typed, { ...stored, ...(isOwn ? wordsIn(typed) : ofTemplate) })
  const [text] = useDebouncedValue(JSON.stringify(asked), settled)
  const body = JSON.parse(text) as Body
  const isWhole = safeParse(checkRefundRequest.body, body).success
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: endpointKey(checkRefundRequest, { body }),
    queryFn: ({ signal }) => call(checkRefundRequest, { body }, { signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

  function put(words: Words, shouldDirty: boolean): void {
    for (const [name, value] of Object.entries(words)) setValue(name as keyof Words, value, { shouldDirty })
  }
  useEffect(() => {
    // What is typed while the answer is on its way is somebody's own by then.
    if (!data || isPlaceholderData || areOwn(getValues(), given) || 'body' in body) return
    const words = wordsIn(data)
    if (areOwn(words, given) || !given) {
      put(words, false)
      setGiven(words)
    }
    // Only an answer changes the words.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, isPlaceholderData])

  /** Takes the words of the template in place of those that stand there. */
  async function adopt(): Promise<void> {
    const before = wordsIn(getValues())
    try {
      const found = await call(checkRefundRequest, { body: bodyOf(getValues(), { ...stored, ...ofTemplate }) as Body })
      const words = wordsIn(found)
      put(words, true)
      setGiven(words)
      setFormer(before)
    } catch (failure) {
      void alertFailure(reasonOf(failure))
    }
  }
  function putBack(): void {
    if (former) put(former, true)
    setFormer(undefined)
  }
  return {
    checked: typed.officeId ? data : undefined,
    isOld: isPlaceholderData || text !== JSON.stringify(asked) || !isWhole,
    isWhole,
    error: isWhole ? error : null,
    retry: () => void refetch(),
    templateId,
    chooseTemplate: setTemplateId,
    isOwn,
    adopt,
    putBack: former && putBack,
  }
}
export type LetterState = ReturnType<typeof useLetter>
