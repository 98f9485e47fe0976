import Testing

@testable import lostorder

@Suite("Help")
struct HelpTests {
  @Test("the general help names every command and exit code")
  func general() {
    #expect(
      Help.general == """
        lostorder simulates in-app purchases to find out how designs lose paid orders.

        usage: lostorder COMMAND

          run FILE…         run scenarios and cases, and judge their expectations
          trace FILE        play one user again and tell what happened
          funnel FILE       count what clients logged, and show the ladder of their retries
          digest FILE       count what clients logged day by day, with the revenue recovered
          attribute FILE    tell why orders were lost, and what each axis of a design buys
          check FILE…       read scenarios and list every problem, without running them
          designs [NAME]    list the built-in designs, or print one with every default
          faults            list the faults with their parameters and sources
          benchmark [FILE]  measure how fast this machine runs a scenario
          help [COMMAND]    explain a command

          --help     explain the command and end
          --version  print the version and end

        exit codes
          0   all expectations hold
          1   an expectation does not hold
          2   cannot tell: too few users, no charge, or a declared fault that never struck
          64  wrong arguments
          65  a scenario cannot be read
          70  a bug of lostorder
          74  results cannot be written
        Of several files the worst counts: 0, 2, 1, 65, 74 from best to worst.

        'lostorder COMMAND --help' explains one command.

        """)
  }

  @Test("the help of run explains its options")
  func run() {
    #expect(
      Help.of(.run) == """
        lostorder run: run scenarios and cases, and judge their expectations

        usage: lostorder run FILE… [options]

        Prints a table for each file, judges its expectations, and writes
        FOLDER/<name of the scenario>/summary.json. All files are read before any runs.
        Colours and progress are shown on a terminal only; NO_COLOR turns colours off.

          --seed NUMBER     take this seed, not the scenario's
          --users NUMBER    let so many users meet every design
          --workers NUMBER  run on so many threads; results do not depend on it
          --out FOLDER      write results into this folder (default: results)
          --quiet           print only the outcome and what is wrong
          --help            explain the command and end

        """)
  }

  @Test("the help of a command without options is short")
  func faults() {
    #expect(
      Help.of(.faults) == """
        lostorder faults: list the faults with their parameters and sources

        usage: lostorder faults [options]

          --help  explain the command and end

        """)
  }
}
