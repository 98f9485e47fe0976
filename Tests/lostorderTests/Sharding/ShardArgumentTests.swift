import Experiments
import LostOrder
import TestSupport
import Testing

@Suite("Shard arguments") struct ShardArgumentTests {
  private func shard(_ argument: String, _ environment: [String: String] = [:]) -> String {
    do throws(CommandError) {
      if argument == "auto" { return "\(try Shard.fromEnvironment { environment[$0] })" }
      return "\(try Shard(argument: argument))"
    } catch { return error.text() }
  }

  @Test("a shard is a number and a total", arguments: ["1/1", "3/16", "10000/10000"])
  func right(argument: String) { expectEqual(shard(argument), argument) }

  @Test(
    "an invalid shard is rejected with the valid form",
    arguments: ["", "3", "0/4", "5/4", "-1/4", "1/10001", "1/4/2", "a/4", "1/ 4", "٣/16"])
  func wrong(argument: String) {
    #expect(shard(argument).contains("expected NUMBER/COUNT, such as 3/16"))
  }

  @Test(
    "job engines name a shard in their variables",
    arguments: [
      (
        ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0"],
        "4/8"
      ),
      (
        ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"],
        "3/8"
      ),
      (
        [
          "SLURM_ARRAY_TASK_ID": "16", "SLURM_ARRAY_TASK_COUNT": "16", "SLURM_ARRAY_TASK_MIN": "1",
          "SLURM_ARRAY_TASK_MAX": "16",
        ],
        "16/16"
      ),
      (["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "5"], "1/5"),
      (["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "5"], "5/5"),
    ])
  func engines(environment: [String: String], expected: String) {
    expectEqual(shard("auto", environment), expected)
  }

  @Test(
    "one of several Slurm arrays is not accepted as the whole",
    arguments: [
      ("9", "9", "16", "8"), ("3", "1", "15", "8"), ("3", "1", "x", "8"), ("1", "1", "9", "2"),
    ])
  func partOfArray(index: String, first: String, last: String, count: String) {
    let message = shard(
      "auto",
      [
        "SLURM_ARRAY_TASK_ID": index, "SLURM_ARRAY_TASK_COUNT": count,
        "SLURM_ARRAY_TASK_MIN": first, "SLURM_ARRAY_TASK_MAX": last,
      ])
    expectEqual(
      message,
      "lostorder: --shard auto: the \(count) tasks of the array, from \(first) to \(last), are"
        + " not a complete range from 0 or 1; expected a complete range, or"
        + " --shard \"$SLURM_ARRAY_TASK_ID/16\" for 16 shards\n")
  }

  @Test("an engine with missing variables and a missing engine are reported")
  func unknownEngines() {
    expectEqual(
      shard("auto"),
      "lostorder: --shard auto: no job scheduler names the shard; expected"
        + " the variable SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or CI_NODE_INDEX with its total,"
        + " or a shard such as 3/16\n")
    expectEqual(
      shard("auto", ["JOB_COMPLETION_INDEX": "5", "JOB_COMPLETIONS": "5"]),
      "lostorder: --shard auto: JOB_COMPLETION_INDEX is '5', and JOB_COMPLETIONS is '5'; expected"
        + " a number below the total, and a total of at most 10000\n")
    #expect(shard("auto", ["CI_NODE_INDEX": "1"]).contains("CI_NODE_TOTAL is 'unset'"))
  }
}
