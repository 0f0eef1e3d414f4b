"""Judges a scheduler by a trace of Firm Offer.

    python3 trace_check.py [module]    (the module is scheduler when left out)

It makes the calls of the trace, compares what each does with what the trace says, and does the sum
allocated + reserved <= capacity after each. It stops at the first difference. Exit code: 0 when there is none, else 1.

The module has:

    Scheduler(nodes, now)                nodes as {id: capacity}, [Node(id, capacity)] or [(id, capacity)]
    advance_time(delta)
    make_offers(framework, timeout)      returns the new offers in node order
    accept_offer(framework, offer_id)
    launch_task(framework, offer_id, task_id)    returns the task's id; called without task_id where one is to be made up
    decline_offer(framework, offer_id)
    finish_task(framework, task_id)      may be missing: then the trace is judged up to the first finish
    set_node_resources(node, capacity)
    get_allocations()                    {task: {"framework": ..., "node": ..., "resources": ...}}

Offers have id, framework_id, node_id, resources and state: as attributes or as keys; also offer_id, framework, node, units
or capacity. A state is a string or a member of an Enum, in any case of letters. An offer is looked at again after each
call, by get_offer(id) where the module has that, else in what make_offers returned. Offers may have other ids than in
the trace, and so may tasks whose id was made up. Resources are a number, or a dict with one number.

A call is refused when it raises an exception or returns False; so also when it returns None and should have returned
something, or has changed nothing and never returned None when it succeeded. An exception that speaks of a mistake in the program (TypeError, AttributeError, NameError,
NotImplementedError) is no refusal.
"""
import importlib
import os
import sys

# DATA

METHODS = {"make": "make_offers", "accept": "accept_offer", "launch": "launch_task", "decline": "decline_offer",
           "finish": "finish_task", "advance": "advance_time", "resize": "set_node_resources"}
LIVE = ("pending", "accepted")
MISTAKES = (TypeError, AttributeError, NameError, NotImplementedError)
OFTEN = 200  # with more live offers and tasks than this, those that a step does not name are compared every 100 steps


class Difference(Exception):
    """The scheduler does something else than the trace."""


class NotThere(Exception):
    """The module lacks a method."""


def read(thing, *names):
    for name in names:
        if isinstance(thing, dict):
            if name in thing:
                return thing[name]
        elif hasattr(thing, name):
            return getattr(thing, name)
    raise Difference("expected %r to have %s" % (thing, " or ".join(names)))


def units(thing):
    value = read(thing, "resources", "units", "capacity")
    return next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else value


def summary(thing):
    """Returns framework, node and units of an offer or an allocation."""
    return read(thing, "framework_id", "framework"), read(thing, "node_id", "node"), units(thing)


def said(count, what):
    return "%d %s%s" % (count, what, "" if count == 1 else "s")


def build(module):
    """Returns a scheduler, made from the nodes in the first form that it understands."""
    def forms(nodes):
        if hasattr(module, "Node"):
            yield lambda: [module.Node(*n) for n in nodes]
        yield lambda: dict(nodes)
        yield lambda: list(nodes)

    if not hasattr(module, "Scheduler"):
        raise Difference("expected a class Scheduler, and there is none")
    why = []
    for form, real in zip(forms([("probe", 3)]), forms(NODES)):
        try:
            offers = list(module.Scheduler(form(), 0).make_offers("probe", 1))
            if [read(o, "node_id", "node") for o in offers] == ["probe"]:
                return module.Scheduler(real(), 0)
            why.append("no offer of the only node")
        except Exception as e:
            why.append("%s: %s" % (type(e).__name__, e))
    raise Difference("Scheduler(nodes, now) and make_offers do not work for one node (%s)" % "; ".join(why))


class Judge:
    def __init__(self, module):
        self.scheduler = build(module)
        self.capacity = dict(NODES)
        self.offers = {}  # id in the trace: the module's offer
        self.ids = set()  # of the module's offers
        self.states = {}  # id in the trace: the state it should have
        self.live = {}  # ids in the trace of the offers that should be live
        self.touched = {}  # offers that the step changes or names, with their states
        self.quiet = set()  # calls that return None when they succeed
        self.extra = []  # the module's offers that should not be there
        self.tasks = {}  # id in the trace: the module's id
        self.taken = set()  # the module's ids of running tasks
        self.running = {}  # id in the trace: framework, node, units

    def state_of(self, theirs):
        if hasattr(self.scheduler, "get_offer"):
            theirs = self.scheduler.get_offer(read(theirs, "id", "offer_id")) or theirs
        state = read(theirs, "state", "status")
        if not isinstance(state, str):
            value = getattr(state, "value", state)
            state = value if isinstance(value, str) else getattr(state, "name", value)
        return str(state).lower().rsplit(".", 1)[-1]

    def state(self, offer):
        return self.state_of(self.offers[offer])

    def theirs(self, verb, args):
        """Puts the module's ids for those of the trace; an id unknown to the trace stays unknown to the module."""
        args = list(args)
        if verb in ("accept", "decline", "launch"):
            offer = args[1]
            args[1] = read(self.offers[offer], "id", "offer_id") if offer in self.offers else self.other(offer, self.ids)
        if verb == "finish" or verb == "launch" and len(args) == 3:
            args[-1] = self.tasks.get(args[-1]) or self.other(args[-1], self.taken)
        return args

    def other(self, name, taken):
        while name in taken:
            name += "-other"
        return name

    def step(self, step):
        verb, *args = step["call"]
        args = self.theirs(verb, args)
        if not hasattr(self.scheduler, METHODS[verb]):
            raise NotThere("the scheduler has no %s" % METHODS[verb])
        before = self.state(step["call"][2]) if verb in ("accept", "decline") and step["call"][2] in self.offers else None
        result, why = None, "it returned None and changed nothing"
        try:
            result = getattr(self.scheduler, METHODS[verb])(*args)
            refused = result is False
            if result is None or verb == "make" and not refused and not result:
                refused = self.silent(step, before)
            if result is False:
                why = "it returned False"
        except MISTAKES as e:
            raise Difference("expected an answer, but the call broke with %s: %s" % (type(e).__name__, e))
        except Exception as e:
            refused, why = True, "%s: %s" % (type(e).__name__, e)
        if "refused" in step and not refused:
            raise Difference("expected a refusal (%s), but the call succeeded" % step["refused"])
        if "refused" not in step and refused:
            raise Difference("expected the call to succeed, but it was refused (%s)" % why)
        if "refused" not in step:
            self.learn(step, verb, args, result)

    def silent(self, step, before):
        """Says whether a call that returned nothing was refused: whether it did nothing. Where nobody can see that, it was
        what it should have been; the comparison of the states follows."""
        verb = step["call"][0]
        if verb in ("accept", "decline"):
            if before is not None and self.state(step["call"][2]) != before:
                self.quiet.add(verb)
            return verb not in self.quiet
        return verb == "launch" or "refused" in step

    def learn(self, step, verb, args, result):
        """Compares what the call returned, and notes what the trace says about the state after it."""
        if verb == "make":
            self.made(step, args[0], list(result or ()))
        if verb == "resize":
            self.capacity[args[0]] = args[1]
        for task in step.get("ends", ()):
            del self.running[task]
            self.taken.discard(self.tasks[task])
        for task, what in step.get("runs", {}).items():
            self.running[task] = tuple(what)
            if verb == "launch":
                if len(args) == 3 and result != args[2]:
                    raise Difference("expected the task's id %r, got %r" % (args[2], result))
                if result in self.taken:
                    raise Difference("expected a new task's id, got that of a running one: %r" % (result,))
            else:  # the call launches by itself, and makes up the task's id
                new = [t for t in self.scheduler.get_allocations() if t not in self.taken]
                result = new[0] if len(new) == 1 else task
            self.tasks[task] = result
            self.taken.add(result)

    def made(self, step, framework, got):
        want = [(framework, node, count) for _, node, count in step.get("offers", ())]
        have = [summary(o) for o in got]
        for (offer, _, _), theirs in zip(step.get("offers", ()), got):
            self.offers[offer] = theirs
            self.states[offer] = "pending"
            self.live[offer] = True
        self.extra = got[len(want):]
        if have != want:
            def text(offers):
                return ", ".join("%s of %s to %s" % (u, n, f) for f, n, u in offers) or "no offers"
            raise Difference("expected %s, got %s" % (text(want), text(have)))
        for theirs in got:
            own = read(theirs, "id", "offer_id")
            if own in self.ids:
                raise Difference("expected a new offer's id, got one that was there before: %r" % (own,))
            self.ids.add(own)

    def compare(self, step, everything):
        """Compares the state after a call: of the offers that it names or changes, or of all that are live, and the tasks."""
        states = self.touched = step.get("states", {})
        for offer, state in states.items():
            self.states[offer] = state
            if state not in LIVE:
                self.live.pop(offer, None)
        for offer in list(states) + (list(self.live) if everything else []):
            state = self.state(offer)
            if state != self.states[offer]:
                raise Difference("expected %s to be %s, and it is %s" % (offer, self.states[offer], state))
        if not everything:
            return
        got = {t: summary(a) for t, a in self.scheduler.get_allocations().items()}
        for task, want in self.running.items():
            theirs = got.pop(self.tasks[task], None)
            if theirs != want:
                raise Difference("expected get_allocations to have %s with %r, got %r" % (task, want, theirs))
        if got:
            raise Difference("expected get_allocations to have %s, got %s too" % (said(len(self.running), "task"), sorted(map(str, got))))
        sums = self.broken()
        if sums and step["verdict"] != "violated":
            raise Difference("expected the promises to fit")

    def broken(self):
        """Does the sum for each node with the module's own numbers, and says where it does not fit."""
        running, promised = {}, {}
        for a in self.scheduler.get_allocations().values():
            _, node, count = summary(a)
            running[node] = running.get(node, 0) + count
        for theirs in [self.offers[o] for o in {**self.live, **self.touched}] + self.extra:
            if self.state_of(theirs) in LIVE:
                _, node, count = summary(theirs)
                promised[node] = promised.get(node, 0) + count
        for node, reserved in promised.items():
            allocated, capacity = running.get(node, 0), self.capacity.get(node, 0)
            if reserved > max(0, capacity - allocated):
                return "; %s has allocated %s + reserved %s > capacity %s" % (node, allocated, reserved, capacity)
        return ""


def judge(module):
    """Returns the exit code, and the sentence that says why."""
    where, judge, number, step = "before the first step", None, 0, None
    try:
        judge = Judge(module)
        for number, step in enumerate(STEPS, 1):
            where = "step %d `%s`" % (number, step["line"])
            judge.step(step)
            few = len(judge.live) + len(judge.running) <= OFTEN
            judge.compare(step, few or number % 100 == 0 or number == len(STEPS))
    except NotThere as e:
        if step["call"][0] == "finish":
            return 0, "%s: %s; %s before it agree with the trace, the rest is not judged" % (where, e, said(number - 1, "step"))
        return 1, "%s: %s" % (where, e)
    except Difference as e:
        sums = ""
        try:
            sums = judge.broken() if judge and step["verdict"] != "violated" else ""
        except Exception:
            pass  # the difference says enough
        return 1, "%s: %s%s" % (where, e, sums)
    except Exception as e:
        return 1, "%s: the module broke with %s: %s" % (where, type(e).__name__, e)
    return 0, "%s agree with the trace, under the contract %s" % (said(len(STEPS), "step"), CONTRACT)


def main():
    sys.path.insert(0, os.getcwd())
    name = sys.argv[1] if len(sys.argv) > 1 else "scheduler"
    try:
        module = importlib.import_module(name[:-3] if name.endswith(".py") else name)
    except ImportError as e:
        print("the module %s cannot be imported: %s" % (name, e))
        return 1
    code, sentence = judge(module)
    print(sentence)
    return code


if __name__ == "__main__":
    sys.exit(main())
