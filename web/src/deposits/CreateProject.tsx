import { Button } from '@mantine/core'
import type { ContractDeposit } from '@plinth/api/deposits'
import { createProject, fromContract } from '@plinth/api/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { useCan } from '../lib/useCan.ts'
import { useSave } from '../lib/useSave.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'

const failure = 'Failed to save project. Please try again.'

/** Offered on an awarded contract, once. */
export function CreateProject({ contract }: { contract: ContractDeposit }) {
  const save = useSave()
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const [created, setCreated] = useState(false)
  const mayCreate = useCan(createProject)
  const done = created || contract.isProjectCreated

  async function create() {
    setSending(true)
    try {
      await save(createProject, { ...fromContract, contractId: contract.id })
      setCreated(true)
      void alertSuccess('Project created successfully!')
    } catch (error) {
      // Somebody else may have been first: the row is to show it.
      void queryClient.invalidateQueries()
      void alertFailure(error instanceof CallError ? `${failure} ${error.message}` : failure)
    } finally {
      setSending(false)
    }
  }

  if (contract.status !== 'AWARDED' || !mayCreate) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Create Project from ${contract.contractName}`}
      disabled={done}
      title={done ? 'A project has already been created for this contract' : undefined}
      loading={sending}
      onClick={() => void create()}
    >
      Create Project
    </Button>
  )
}
