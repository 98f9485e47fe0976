import Testing
import LostOrder

@Suite("Help")
struct HelpTests {
  @Test("the general help names every command and exit code")
  func general() {
    #expect(
      Help.general() == """
        lostorder simulates in-app purchases to find out how designs lose paid orders.

        usage: lostorder COMMAND

          run FILE…                run scenarios and cases, and judge their expectations
          report FILE              run a scenario and all methods, and write what they find on one page
          compare FILE [A B]       compare designs over the same users, or two runs by their summaries
          trace FILE               play one user again and tell what happened
          funnel FILE              count what clients logged, and show the ladder of their retries
          digest FILE              count what clients logged day by day, with the revenue recovered
          merge PARTS…             put together what the shards of a command have found, as one run would tell it
          log FILE                 write what simulated clients and the backend log, an event a line
          count EVENTS             count what a team's own log of events holds, as a table to compare with
          check-log EVENTS [FILE]  look whether a team's own log can be of a design, and where its lost orders went
          fit FILE OBSERVED        find the values of a scenario that explain what a team counted
          sweep FILE               vary one value of a scenario, and find where designs change places
          attribute FILE           tell why orders were lost, and what each axis of a design buys
          explore FILE             let a few faults strike before every event, and list what loses orders
          search FILE              find the designs that lose nothing, the Pareto set of them, and the plainest
          mutate FILE…             change gated designs axis by axis, and tell which changes no expectation notices
          shrink FILE              make a small case of a lost order, from which nothing can be removed
          new NAME                 write a scenario to start from
          new-client NAME          write a package with a purchase client of your own to start from
          check FILE…              read scenarios and list every problem, without running them
          designs [FILE] [A [B]]   list the built-in designs, print one, or those of a file, or tell two apart
          faults                   list the faults with their parameters and sources
          explain [KEY]            tell what a key, fault, axis, drop point, rule or word means
          schema [FORM]            print the JSON Schema of scenarios, for editors, or of results
          completions SHELL        print a script by which a shell completes commands and options
          benchmark [FILE]         measure how fast this machine runs a scenario
          help [COMMAND]           explain a command

          --help     explain the command and end
          --version  print the version and end

        exit codes
          0    all expectations hold
          1    an expectation does not hold, or a design got worse than its baseline
          2    cannot tell: too few users, no charge, a fault that never struck, a time limit, nothing found
          64   wrong arguments
          65   a scenario cannot be read
          70   a bug of lostorder, or of a client of a team's own
          74   results cannot be written
          130  interrupted (Ctrl-C, SIGTERM), after telling what was known
        Of several files the worst counts: 0, 2, 1, 130, 65, 74 from best to worst.

        'lostorder COMMAND --help' explains one command.

        """)
  }

  @Test("the help of run explains its options")
  func run() {
    #expect(
      Subcommand.named("run").map { Help.of($0) } == """
        lostorder run: run scenarios and cases, and judge their expectations

        usage: lostorder run FILE… [options]

        Prints a table for each file, judges its expectations, and writes
        FOLDER/<name of the scenario>/summary.json, beside it report.html, losses.csv and designs.csv,
        and for all files FOLDER/junit.xml and FOLDER/report.md. All files are read before any runs.
        Where users share a backend together.json stands in place of summary.json and losses.csv.
        The files of a scenario come together; others in its folder stay. Ctrl-C and --time-limit
        end the run with what was played by then; a second Ctrl-C ends it at once, with nothing.
        Of a file with 'draws' each draw is played, too, and what they leave open stands beside the rates.
        Colours and progress are shown on a terminal only; NO_COLOR turns colours off.
        With --language zh people read Chinese: what is printed, report.html, and the conclusion in
        report.md. The rest of report.md and files for programs stay English.
        '-' in place of FILE is standard input.

          --seed NUMBER         take this seed, not the scenario's
          --users NUMBER        let so many users meet every design
          --set PATH=VALUE      put this value into the scenario first; may be given several times
          --workers NUMBER      run on so many threads; results do not depend on it
          --time-limit TIME     end after so long (10m) with what is known by then, and with 2
          --exact               make Clopper–Pearson intervals instead of Wilson's
          --baseline FOLDER     compare with the summaries in this folder; 1 if anything got worse
          --tolerance PERMILLE  call a share worse if it grew by more than this (default: 0)
          --annotate SERVICE    print what does not hold as github, azure or gcc show it; gitlab: codequality.json
          --format FORMAT       print text (default), json, csv or losses: summary.json, designs.csv or losses.csv
          --out FOLDER          write results into this folder (default: results)
          --language LANGUAGE   write text and pages in English (en, default) or Chinese (zh)
          --quiet               print only the outcome and what is wrong
          --shard NUMBER/COUNT  play this of so many shares, or 'auto': the one an engine names
          --parts FOLDER        keep what shards or an interrupted run found here (default: parts)
          --resume              keep what was found on the way, and go on from it after an interruption
          --help                explain the command and end

        examples
          lostorder run scenarios/keep.json --users 2e4
          cat scenarios/keep.json | lostorder run - --users 2e4 --format json

        """)
  }

  @Test("the help of compare explains its designs")
  func compare() {
    #expect(
      Subcommand.named("compare").map { Help.of($0) } == """
        lostorder compare: compare designs over the same users, or two runs by their summaries

        usage: lostorder compare FILE [A B] [options]

        Plays the scenario as 'run' does, and compares its designs A and B, or without names its
        pairs. Lists users who lose an order under one design of a pair alone, each with the
        commands that play them again. Expectations are not judged, and nothing is written.
        'lostorder compare OLD NEW' compares two runs instead: summaries, or folders with those of
        several scenarios. It tells which designs got worse or better, and ends with 1 if any did.
        '-' in place of FILE is standard input.

          --seed NUMBER         take this seed, not the scenario's
          --users NUMBER        let so many users meet every design
          --set PATH=VALUE      put this value into the scenario first; may be given several times
          --workers NUMBER      run on so many threads; results do not depend on it
          --time-limit TIME     end after so long (10m) with what is known by then, and with 2
          --tolerance PERMILLE  call a share worse if it grew by more than this (default: 0)
          --format FORMAT       print text (default), json or csv
          --language LANGUAGE   write text and pages in English (en, default) or Chinese (zh)
          --quiet               print only the outcome and what is wrong
          --help                explain the command and end

        examples
          lostorder compare scenarios/keep.json --users 2e4
          lostorder compare scenarios/keep.json keep-original keep-2 --users 2e4

        """)
  }

  @Test("the help of trace explains its formats and plans")
  func trace() {
    #expect(
      Subcommand.named("trace").map { Help.of($0) } == """
        lostorder trace: play one user again and tell what happened

        usage: lostorder trace FILE [options]

        Prints what happened from the first opening of the app to the horizon, with the rules that
        decide, faults and drop points marked, and how every charge ended. Formats: a timeline as
        text, JSON, CSV, a Mermaid or a drawn (SVG) sequence diagram, and trace events for Perfetto.
        A PLAN such as '[{ "fault": "crash", "at": "charge" }]' takes the place of FILE's plan or
        faults; without a tap in it, the case's taps are kept, and in a scenario one item is bought.
        --against sets two designs side by side as text, JSON or SVG. --language is that of text, Mermaid
        and SVG; what is for programs stays English.
        --records adds to JSON what the store itself keeps of every charge, for tests of a backend: a
        transaction of StoreKit 2 as a JWS, a purchase of Play, or an in_app entry of StoreKit 1.
        '-' in place of FILE is standard input.

          --design NAME            under this design of the scenario
          --against NAME           play this design too, and mark the first difference
          --user [STRATUM:]NUMBER  play this user, counted from 0 (default: 0)
          --replication NUMBER     among the users of this replication, who share a backend (default: 1)
          --plan PLAN              play this life: taps and faults as in a case, or a file with them
          --interleaving NUMBER    play a client with this order of its ready tasks
          --seed NUMBER            take this seed, not the scenario's
          --users NUMBER           let so many users meet every design
          --set PATH=VALUE         put this value into the scenario first; may be given several times
          --format FORMAT          print text (default), json, csv, mermaid, svg or perfetto
          --records                with --format json: the store's own record of every charge, unsigned
          --language LANGUAGE      write text and pages in English (en, default) or Chinese (zh)
          --help                   explain the command and end

        examples
          lostorder trace scenarios/cases/F1.json --design naive
          lostorder trace scenarios/first.json --design zero-loss-1.0 --plan '[{ "fault": "crash", "at": "charge" }]'

        """)
  }

  @Test("the help of sweep says what a break-even is")
  func sweep() {
    #expect(
      Subcommand.named("sweep").map { Help.of($0) } == """
        lostorder sweep: vary one value of a scenario, and find where designs change places

        usage: lostorder sweep FILE [options]

        Plays FILE at every value of its 'sweep', or of two together, each time with the same users, and
        writes sweep.json and sweep.csv, which --format prints, the charts as sweep.svg, and sweep.html with
        all of it, into FOLDER/<name of the scenario>. Expectations are not judged. A break-even is the value
        above which another design loses fewer orders than below; of two values a map says who loses fewest.
        '-' in place of FILE is standard input.

          --seed NUMBER         take this seed, not the scenario's
          --users NUMBER        let so many users meet every design
          --set PATH=VALUE      put this value into the scenario first; may be given several times
          --workers NUMBER      run on so many threads; results do not depend on it
          --time-limit TIME     end after so long (10m) with what is known by then, and with 2
          --format FORMAT       print text (default), json or csv
          --out FOLDER          write results into this folder (default: results)
          --quiet               print only the outcome and what is wrong
          --shard NUMBER/COUNT  play this of so many shares, or 'auto': the one an engine names
          --parts FOLDER        keep what shards or an interrupted run found here (default: parts)
          --resume              keep what was found on the way, and go on from it after an interruption
          --language LANGUAGE   write text and pages in English (en, default) or Chinese (zh)
          --help                explain the command and end

        examples
          lostorder sweep scenarios/spinner.json --users 2000 --quiet

        """)
  }

  @Test("the help of shrink says what a case is good for")
  func shrink() {
    #expect(
      Subcommand.named("shrink").map { Help.of($0) } == """
        lostorder shrink: make a small case of a lost order, from which nothing can be removed

        usage: lostorder shrink FILE [options]

        Takes the first lost order of a user of FILE, or of the user of a case, and prints a case that
        loses one with the same kind: without any of its faults and taps it does not, its times and
        parameters are simple, and its world is that of a case by default where that will do. Then its
        story. The case pins how it ends: 'lostorder run' passes it. With --out it is written to
        FOLDER/NAME.json; with --quiet the case alone is printed. Ends with 2 if no case is found, or
        if none of the users loses an order for good. A PLAN as 'explore' prints it for 'trace' takes the
        place of the user.
        --export swift prints a test for the package of the design's client instead, red while the client
        loses the order; --export steps a numbered script for whoever tests with a device, with the tools
        that make each fault. With --out they are written to FOLDER/NAME.swift and FOLDER/NAME.txt, and the
        case is printed; what is there already stays as it is.
        '-' in place of FILE is standard input.

          --design NAME            under this design of the scenario
          --user [STRATUM:]NUMBER  take the order of this user (default: the first who loses one)
          --plan PLAN              play this life: taps and faults as in a case, or a file with them
          --interleaving NUMBER    play a client with this order of its ready tasks
          --seed NUMBER            take this seed, not the scenario's
          --users NUMBER           let so many users meet every design
          --set PATH=VALUE         put this value into the scenario first; may be given several times
          --workers NUMBER         run on so many threads; results do not depend on it
          --time-limit TIME        end after so long (10m) with what is known by then, and with 2
          --export FORM            print a test in Swift that replays the case (swift), or a tester's script (steps)
          --name NAME              call the case so (default: after the scenario, the design and the user)
          --out FOLDER             write the case into this folder
          --quiet                  print only the outcome and what is wrong
          --language LANGUAGE      write text and pages in English (en, default) or Chinese (zh)
          --help                   explain the command and end

        examples
          lostorder shrink scenarios/zero-loss.json --design zero-loss-1.0 --users 1e4 --out cases

        """)
  }

  @Test("the help of explain tells what can be explained, and in what languages")
  func explain() {
    #expect(
      Subcommand.named("explain").map { Help.of($0) } == """
        lostorder explain: tell what a key, fault, axis, drop point, rule or word means

        usage: lostorder explain [KEY] [options]

        A KEY is the path of a key of a scenario (behavior.patience) or its last part, a fault or one
        of its parameters (crash.reopens), an axis (retry.delays) or one of its values (onCallback),
        a group of axes (retry), a column of a table, a built-in design, a metric, how a charge ends,
        a drop point, a distribution, or a word of the glossary. It may be one word of a term (sale),
        its name in StoreKit (finishTransaction), or Chinese as in the articles and the trade (掉单,
        先下单, 钥匙串). Without a KEY all of them are listed.

          --language LANGUAGE  write text and pages in English (en, default) or Chinese (zh)
          --help               explain the command and end

        examples
          lostorder explain patience
          lostorder explain retry

        """)
  }

  @Test("the help of benchmark explains the benchmarks of the engine")
  func benchmark() {
    #expect(
      Subcommand.named("benchmark").map { Help.of($0) } == """
        lostorder benchmark: measure how fast this machine runs a scenario

        usage: lostorder benchmark [FILE] [options]

        Runs scenarios/field.json unless a FILE is given; a turn has 20,000 users unless --users says
        how many. Nothing is written.
        Of the micro-journey 5,000,000 users are played unless --users says how many.
        '-' in place of FILE is standard input.

          --users NUMBER       let so many users meet every design
          --seed NUMBER        take this seed, not the scenario's
          --set PATH=VALUE     put this value into the scenario first; may be given several times
          --journey            measure the engine alone: the micro-journey that engines are compared by
          --hold               measure the calendar alone: the hold model with 16 pending events
          --language LANGUAGE  write text and pages in English (en, default) or Chinese (zh)
          --help               explain the command and end

        examples
          lostorder benchmark --hold

        """)
  }

  @Test("the help of a command without options is short")
  func faults() {
    #expect(
      Subcommand.named("faults").map { Help.of($0) } == """
        lostorder faults: list the faults with their parameters and sources

        usage: lostorder faults [options]

          --language LANGUAGE  write text and pages in English (en, default) or Chinese (zh)
          --help               explain the command and end

        examples
          lostorder faults

        """)
  }
}
